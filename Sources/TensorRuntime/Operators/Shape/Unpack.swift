import TFLiteFormat
import TensorKernels

/// A tensor cut into its slices along one axis, which disappears (TFLite `UNPACK`).
///
/// - Input: any tensor of at least one dimension. Outputs: one for each index of the axis.
package struct Unpack: Operator {
  package static let tfliteName = "UNPACK"
  package static let builtinCode = 88

  let count: Int
  let axis: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    count = try options.integer(0)
    axis = try options.integer(1)
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try Operands.axis(axis, rank: input.shape.count)
    guard input.shape[axis] == count, count <= 4096 else { throw .option(name: "num", value: count) }
    var shape = input.shape
    shape.remove(at: axis)
    return [TensorType](repeating: try TensorType(input.elementType, shape), count: count)
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let input = try context.inputs.required(0).type
    let axis = try Operands.axis(axis, rank: input.shape.count)
    let rowCount = input.shape[..<axis].reduce(1, *)
    let byteCount = input.shape[(axis + 1)...].reduce(input.elementType.byteCount ?? 1, *)
    let copy = StridedCopy(
      extents: [rowCount, byteCount], sourceSteps: [count * byteCount, 1], targetSteps: [byteCount, 1],
      elementByteCount: 1, usesMachineCode: context.allowsMachineCode)
    return MovedElements(
      parts: (0..<count).map { MovedElements.Part(sourceOffset: $0 * byteCount, output: $0, copy: copy) })
  }
}
