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
    let problem = BinaryElementwise.Problem(
      left: try context.inputs.type(0).shape, right: try context.inputs.type(1).shape)
    if context.allowsMachineCode, let kernel = MachineBinaryElementwise(slopes: problem) {
      return MachineBinary(kernel: kernel, count: context.outputs[0].elementCount)
    }
    return Prepared(
      problem: problem, count: context.outputs[0].elementCount,
      provider: context.provider == .reference ? .reference : .simd)
  }

  private struct Prepared: PreparedOperator {
    let problem: BinaryElementwise.Problem
    let count: Int
    let provider: KernelProvider

    var usefulShareCount: Int { count / ThreadGrain.elements }

    func run(_ io: OperatorIO) {
      let kernel = provider == .reference ? PReLU.runReference : PReLU.run
      kernel(problem, io.share(of: count), io.input(0), io.input(1), io.output(0))
    }
  }
}
