import TFLiteFormat

/// A tensor divided into equal slices along one axis (TFLite `SPLIT`).
///
/// - Inputs: the axis, a constant; any tensor whose extent there is a multiple of the number of slices.
/// - Outputs: the slices, in order.
package struct Split: MovementOperator {
  package static let tfliteName = "SPLIT"
  package static let builtinCode = 49

  let count: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    count = try options.integer(0)
    guard (1...4096).contains(count) else { throw .option(name: "num_splits", value: count) }
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(1, of: movableTypes, rank: 1...8)
    let axis = try inputs.axis(0, rank: input.shape.count)
    guard input.shape[axis].isMultiple(of: count) else { throw .option(name: "num_splits", value: count) }
    let extents = [Int](repeating: input.shape[axis] / count, count: count)
    return try Movement(cutting: input, input: 1, axis: axis, extents: extents)
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 1 }
}
