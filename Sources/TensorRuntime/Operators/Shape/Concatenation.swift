import TFLiteFormat
import TensorKernels

/// Tensors joined along one axis (TFLite `CONCATENATION`).
///
/// - Inputs: one or more tensors of one type and rank, equal in all extents but the axis's.
/// - Output: the axis's extents added up.
package struct Concatenation: Operator {
  package static let tfliteName = "CONCATENATION"
  package static let builtinCode = 2

  let axis: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
    let activation = try options.byte(1)
    guard activation == 0 else { throw .option(name: "fused_activation_function", value: activation) }
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...4096)
    let first = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try Operands.axis(axis, rank: first.shape.count)
    var shape = first.shape
    for index in 1..<max(inputs.count, 1) {
      let next = try inputs.type(index, of: [first.elementType], rank: shape.count...shape.count).shape
      var expected = shape
      expected[axis] = next[axis]
      guard next == expected else {
        throw .inputShape(input: index, expected: "\(shape) but for axis \(axis)", found: next)
      }
      let (sum, overflow) = shape[axis].addingReportingOverflow(next[axis])
      guard !overflow else { throw .shapeTooLarge(shape) }
      shape[axis] = sum
    }
    return [try TensorType(first.elementType, shape)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let output = context.outputs[0]
    let axis = try Operands.axis(axis, rank: output.shape.count)
    let size = output.elementType.byteCount ?? 1
    let rowCount = output.shape[..<axis].reduce(1, *)
    let rowByteCount = output.shape[axis...].reduce(size, *)
    var parts: [MovedElements.Part] = []
    var offset = 0
    for index in 0..<context.inputs.count {
      let byteCount = try context.inputs.required(index).type.shape[axis...].reduce(size, *)
      let copy = StridedCopy(
        extents: [rowCount, byteCount], sourceSteps: [byteCount, 1], targetSteps: [rowByteCount, 1],
        elementByteCount: 1, usesMachineCode: context.allowsMachineCode)
      parts.append(MovedElements.Part(input: index, targetOffset: offset, copy: copy))
      offset += byteCount
    }
    return MovedElements(parts: parts)
  }
}
