import TFLiteFormat

/// A tensor divided into its slices along one axis, which is removed (TFLite `UNPACK`).
///
/// - Input: any tensor of at least one dimension. Outputs: one for each index of the axis.
package struct Unpack: MovementOperator {
  package static let tfliteName = "UNPACK"
  package static let builtinCode = 88

  let count: Int
  let axis: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    count = try options.integer(0)
    axis = try options.integer(1)
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try Operands.axis(axis, rank: input.shape.count)
    guard input.shape[axis] == count, count <= 4096 else { throw .option(name: "num", value: count) }
    var shape = input.shape
    shape.remove(at: axis)
    let extents = [Int](repeating: 1, count: count)
    return Movement(
      to: [TensorType](repeating: try input.reshaped(shape), count: count),
      AxisSlices(input.shape, axis: axis, extents: extents).cutting())
  }
}
