import TFLiteFormat

/// A tensor with a given value around its elements and between them (TFLite `STABLEHLO_PAD`).
///
/// - Inputs: any tensor of at least one dimension; the value, one element of its type. Output: ``InteriorPadding``.
struct StableHLOPad: MovementOperator {
  static let tfliteName = "STABLEHLO_PAD"
  static let builtinCode = 195

  private let low: [Int], high: [Int], interior: [Int]

  init(parsing options: OperatorOptions) throws(OperatorError) {
    let counts = [
      try options.newer.longIntegers(0), try options.newer.longIntegers(1), try options.newer.longIntegers(2),
    ]
    guard let low = counts[0], let high = counts[1], let interior = counts[2], low.count == high.count,
      high.count == interior.count
    else { throw .value(name: "number of paddings", counts[1]?.count ?? 0) }
    (self.low, self.high, self.interior) = (low, high, interior)
  }

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    _ = try inputs.single(1, of: [input.elementType])
    // Of missing counts, all are zero.
    let zeros = [Int](repeating: 0, count: max(input.shape.count - low.count, 0))
    return try InteriorPadding(low: low + zeros, high: high + zeros, interior: interior + zeros)
      .movement(of: input, value: 1)
  }

  func readsAtRunTime(_ index: Int) -> Bool { true }
}
