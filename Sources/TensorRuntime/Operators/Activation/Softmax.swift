import TFLiteFormat
import TensorKernels

/// Exponentials of the last axis, scaled so that they sum to one (TFLite `SOFTMAX`).
///
/// - Input: at least one dimension. Output: the same shape.
/// - Formula: ``RowNormalization/softmax(rows:length:beta:_:_:)``.
package struct Softmax: Operator, RowOperator {
  package static let tfliteName = "SOFTMAX"
  package static let builtinCode = 25

  let beta: Float

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    beta = try options.float(0)
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, rank: 1...8)
    guard let last = input.shape.last, last > 0 else {
      throw .inputShape(input: 0, expected: "a last extent of at least 1", found: input.shape)
    }
    return try inputs.inferRows(OperationBox(self), normalization, output: input)
  }

  package var normalization: RowNormalization.Operation { .softmax(beta: beta) }
}
