import TFLiteFormat

/// A tensor with a given value between its elements (TFLite `DILATE`).
///
/// - Inputs: any tensor of at least one dimension that is not empty; the distances of neighbors along each axis, an
///   int32 constant; the value, one element of the tensor's type. Output: ``InteriorPadding``.
struct Dilate: OptionlessOperator, MovementOperator {
  static let tfliteName = "DILATE"
  static let builtinCode = 203

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8), rank = input.shape.count
    guard !input.shape.contains(0) else {
      throw .inputShape(input: 0, expected: "a tensor with elements", found: input.shape)
    }
    _ = try inputs.single(2, of: [input.elementType])
    let counts = try inputs.type(1, of: [.int32], rank: 1...1).shape
    guard counts == [rank] else { throw .inputShape(input: 1, expected: "[\(rank)]", found: counts) }
    let zeros = [Int](repeating: 0, count: rank)
    return try InteriorPadding(low: zeros, high: zeros, interior: inputs.integers(1).map { $0 &- 1 })
      .movement(of: input, value: 2)
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 1 }
}
