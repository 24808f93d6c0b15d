import KernelChoice
import TFLiteFormat
import TensorKernels

/// The 1×1 convolutions fused into a depthwise convolution (``ConvolutionBlock``).
///
/// Inputs of the block: picture; filter and bias of the depthwise convolution; filter and bias of the first 1×1
/// convolution; filter and bias of the last; the last one's addend. Missing ones are absent, or truncated at the end.
struct DepthwiseBlock: Sendable {
  /// Before and after the depthwise convolution.
  let expand: Conv2D?, project: Conv2D?

  /// Indices of the filters, and of the addend.
  static let expandFilter = 3, projectFilter = 5, addend = 7

  /// The block's problem, from those of its convolutions.
  func problem(
    of depthwise: DepthwiseConv2D, _ inputs: Operands
  ) throws(OperatorError) -> ConvolutionBlock.Problem {
    let picture = try inputs.required(0)
    let expandProblem = try expand?.problem(
      Operands([picture, inputs.optional(Self.expandFilter), inputs.optional(Self.expandFilter + 1)]))
    var middle = picture.type
    if let expand, let expandProblem { middle = try expand.outputTypes(of: expandProblem)[0] }
    let own = ConvolutionBlock.Problem(
      expand: nil,
      depthwise: try depthwise.ownProblem(Operands([Operand(middle), inputs.optional(1), inputs.optional(2)])),
      project: nil)
    let result = try depthwise.outputTypes(of: own)[0]
    let projectProblem = try project?.problem(
      Operands(
        [Operand(result), inputs.optional(Self.projectFilter), inputs.optional(Self.projectFilter + 1)]
          + (project?.hasAddend == true ? [inputs.optional(Self.addend)] : [])))
    return ConvolutionBlock.Problem(expand: expandProblem, depthwise: own.depthwise, project: projectProblem)
  }

  func prepare(
    _ depthwise: DepthwiseConv2D, _ problem: ConvolutionBlock.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs
    var problem = problem
    problem.precision = context.precision
    if depthwise.integerInputLimit != nil, let expand {
      problem.limits = ConvolutionBlock.Problem.Limits(expand.activation.epilogue, depthwise.activation.epilogue)
    }
    let weights = try ConstantWeights(
      inputs, channels: problem.depthwise.channels * problem.depthwise.multiplier, activation: depthwise.activation,
      context.spares)
    let expandWeights = try Self.weights(expand, problem.expand, context, at: Self.expandFilter)
    let projectWeights = try Self.weights(project, problem.project, context, at: Self.projectFilter)
    let (kernel, provider) = Self.lend(expandWeights) { expand in
      Self.lend(projectWeights) { project in
        weights.withLayerWeights { weights in
          context.kernel(
            ConvolutionBlock.family, problem,
            ConvolutionBlock.Weights(expand: expand, depthwise: weights, project: project))
        }
      }
    }
    return PreparedKernel(kernel, provider, precision: kernel.precision, places: [0, Self.addend])
  }

  private static func weights(
    _ convolution: Conv2D?, _ problem: Convolution.Problem?, _ context: PreparationContext, at filter: Int
  ) throws(OperatorError) -> ConstantWeights? {
    guard let convolution, let problem else { return nil }
    return try ConstantWeights(
      Operands([nil, context.inputs.optional(filter), context.inputs.optional(filter + 1)]),
      channels: problem.outputChannels, activation: convolution.activation, context.spares)
  }

  private static func lend<R>(_ weights: ConstantWeights?, _ body: (LayerWeights?) -> R) -> R {
    guard let weights else { return body(nil) }
    return weights.withLayerWeights { body($0) }
  }
}
