import TFLiteFormat

/// A tensor divided into slices of given extents along one axis (TFLite `SPLIT_V`).
///
/// - Inputs: any tensor; the slices' extents, a constant, of which one may be −1 and is inferred from the others; the
///   axis, a constant.
/// - Outputs: the slices, in order.
package struct SplitV: MovementOperator {
  package static let tfliteName = "SPLIT_V"
  package static let builtinCode = 102

  let count: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    count = try options.integer(0)
    guard (1...4096).contains(count) else { throw .option(name: "num_splits", value: count) }
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try inputs.axis(2, rank: input.shape.count)
    var extents = try inputs.integers(1)
    guard extents.count == count else { throw .option(name: "num_splits", value: count) }
    let whole = input.shape[axis]
    let free = extents.firstIndex(of: -1)
    if let free { extents[free] = 0 }
    for extent in extents where extent < 0 || extent > whole { throw .value(name: "split size", extent) }
    let rest = whole - extents.reduce(0, +)
    guard free == nil ? rest == 0 : rest >= 0 else {
      throw .inputShape(input: 0, expected: "an extent of \(whole - rest) at axis \(axis)", found: input.shape)
    }
    if let free { extents[free] = rest }
    return try Movement(cutting: input, axis: axis, extents: extents)
  }
}
