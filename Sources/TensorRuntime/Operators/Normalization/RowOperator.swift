import KernelChoice
import TFLiteFormat
import TensorKernels

/// Shared by operators that normalize rows along the last axis.
///
/// - Input: floats of at least one dimension. Output: the same shape.
package protocol RowOperator: NodeOperation {
  var normalization: RowNormalization.Operation { get }
}

extension RowOperator {
  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    return try inputs.inferRows(OperationBox(self), normalization, output: inputs.type(0, rank: 1...8))
  }
}

extension Operands {
  /// The same for all operators, so that there is one copy of the code.
  func inferRows(
    _ operation: any AnyOperation, _ normalization: RowNormalization.Operation, output: TensorType
  ) throws(OperatorError) -> any Inference {
    let rows = output.shape.dropLast().reduce(1, *), length = output.shape[output.shape.count - 1]
    let problem = RowNormalization.Problem(normalization, rows: rows, length: length, element: try number(0))
    return KeptInference(
      operation, outputs: [output], packedByteCount: problem.packedByteCount, repeatedWork: problem.repeatedWork
    ) { context throws(OperatorError) in context.prepared(RowNormalization.family, problem) }
  }
}

extension RowNormalization.Problem {
  fileprivate var packedByteCount: Int? {
    if case .byteSoftmax = operation { RowNormalization.ByteSoftmax.tableByteCount } else { nil }
  }

  /// An element is read for each of its neighbors.
  fileprivate var repeatedWork: Int {
    guard case .localResponse(let constants) = operation else { return 0 }
    return saturatingProduct(min(2 * constants.radius + 1, length), rows, length)
  }
}
