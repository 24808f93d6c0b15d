import TFLiteFormat
import TensorKernels

/// What operators share that normalize rows along the last axis.
///
/// - Input: floats of at least one dimension. Output: the same shape.
protocol RowOperator: Operator, TypedOperation {
  /// The operation on a row.
  var normalization: RowNormalization.Operation { get }
}

extension RowOperator {
  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    return [try inputs.type(0, rank: 1...8)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = context.outputs[0].shape
    let length = shape[shape.count - 1]
    return context.prepared(
      RowNormalization.family,
      RowNormalization.Problem(normalization, rows: shape.dropLast().reduce(1, *), length: length),
      grain: ThreadGrain.rows(of: length, elements: ThreadGrain.normalizedElements))
  }
}
