import KernelChoice
import TFLiteFormat
import TensorKernels

/// Shared by operators that normalize rows along the last axis.
///
/// - Input: floats of at least one dimension. Output: the same shape.
package protocol RowOperator: TypedOperation {
  var normalization: RowNormalization.Operation { get }
}

extension RowOperator {
  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, rank: 1...8)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = context.outputs[0].shape
    let length = shape[shape.count - 1]
    return context.prepared(
      RowNormalization.family,
      RowNormalization.Problem(
        normalization, rows: shape.dropLast().reduce(1, *), length: length, element: try context.inputs.number(0)))
  }
}
