import TFLiteFormat
import TensorKernels

/// Negative values times a learned slope (TFLite `PRELU`).
///
/// - Inputs: a float tensor; slopes whose shape broadcasts to the tensor's. Output: the first input's shape.
/// - Formula: `x < 0 ? x · slope : x`.
package struct ParametricReLU: Operator {
  package static let tfliteName = "PRELU"
  package static let builtinCode = 54

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0)
    let slopes = try inputs.type(1).shape
    guard try broadcastShape(input.shape, slopes) == input.shape else {
      throw .inputShape(input: 1, expected: "a shape that broadcasts to \(input.shape)", found: slopes)
    }
    return [input]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let operands = BroadcastPair(
      left: try context.inputs.type(0).shape, right: try context.inputs.type(1).shape)
    return context.prepared(PReLU.family, PReLU.Problem(operands), grain: ThreadGrain.elements)
  }
}
