import KernelChoice
import TFLiteFormat
import TensorKernels

/// Convolution of each channel separately (TFLite `DEPTHWISE_CONV_2D`).
///
/// - Inputs: picture `[batch, height, width, in]`; filter `[1, height, width, in · multiplier]`; bias, optional. The
///   filter and the bias are constants. A pass may fuse adjacent 1×1 convolutions into it, with operands in inputs 3 to
///   7 (``DepthwiseBlock``).
/// - Output: `[batch, …, …, in · multiplier]`, or the last convolution's. The multiplier is taken from the shapes, as
///   in TFLite.
/// - Formula: ``DepthwiseConvolution``. Several filters per channel become one filter per copy of a channel.
package struct DepthwiseConv2D: Operator, ProblemOperation {
  // MARK: Parsing

  package static let tfliteName = "DEPTHWISE_CONV_2D"
  package static let builtinCode = 4

  var window: WindowOptions
  package var activation: FusedActivation
  /// The fused 1×1 convolutions, if any.
  private(set) var block: DepthwiseBlock?
  /// For the integers that a pass keeps: the value of the largest input integer; the output is of integers, too. Nil
  /// for floats.
  var integerInputLimit: Float?

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    window = try WindowOptions(
      stride: (options.integer(2), options.integer(1)),
      dilation: (options.integer(6, default: 1), options.integer(5, default: 1)),
      padding: WindowPadding(code: options.byte(0)))
    activation = try options.activation(4)
  }

  // MARK: Shapes

  package func outputTypes(of problem: ConvolutionBlock.Problem) throws(OperatorError) -> [TensorType] {
    let own = problem.depthwise
    let shape = [own.batch, own.window.outputHeight, own.window.outputWidth]
    return [
      try TensorType(.float32, shape + [problem.project?.outputChannels ?? own.channels * own.multiplier])
    ]
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let problem = try problem(inputs)
    guard problem.depthwise.multiplier == 1 || block != nil else { return try inferForm(inputs) }
    return InferredProblem(use: self, problem: problem, outputs: try outputTypes(of: problem))
  }

  package func quantize(_ form: inout QuantizedForm) throws(OperatorError) -> Bool {
    let shape = try form.operands.required(0).type.shape
    guard shape.count == 4, shape[3] > 0, let filters = try form.operands.required(1).type.shape.last,
      filters > shape[3], filters.isMultiple(of: shape[3])
    else { return try quantizeSums(&form) }
    // Several filters per channel become one per copy of the channel.
    var copies = try form.add(Reshape(to: shape + [1]), [.input(0)])[0]
    let counts = try ConstantTensor(integers: shape + [filters / shape[3]], as: .int32, shape: [5])
    copies = try form.add(BroadcastTo(), [copies, form.add(counts)])[0]
    copies = try form.add(Reshape(to: [shape[0], shape[1], shape[2], filters]), [copies])[0]
    try form.finishLowered(OperationBox(self), [copies] + form.inputs.dropFirst())
    return true
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> ConvolutionBlock.Problem {
    if let block { return try block.problem(of: self, inputs) }
    return ConvolutionBlock.Problem(expand: nil, depthwise: try ownProblem(inputs), project: nil)
  }

  /// Without the block.
  func ownProblem(_ inputs: Operands) throws(OperatorError) -> DepthwiseConvolution.Problem {
    try inputs.expectCount(2...3)
    let picture = try inputs.type(0, rank: 4...4).shape
    let filter = try inputs.type(1, rank: 4...4).shape
    guard filter[0] == 1, picture[3] > 0, filter[3] > 0, filter[3].isMultiple(of: picture[3]) else {
      throw .inputShape(input: 1, expected: "[1, height, width, a multiple of \(picture[3])]", found: filter)
    }
    try checkBias(inputs, channels: filter[3])
    return DepthwiseConvolution.Problem(
      batch: picture[0], channels: picture[3], multiplier: filter[3] / picture[3],
      window: try window.window(input: (picture[1], picture[2]), filter: (filter[1], filter[2])))
  }

  // MARK: Preparation

  /// Without the block, of the elements that kernels have.
  private func ownProblem(_ problem: ConvolutionBlock.Problem) -> DepthwiseConvolution.Problem {
    problem.depthwise.with(integerInputLimit.map { .int16(inputLimit: $0) } ?? .floats)
  }

  package func prepare(
    _ problem: ConvolutionBlock.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    if let block { return try block.prepare(self, problem, context) }
    let problem = ownProblem(problem)
    let weights = try ConstantWeights(
      context.inputs, channels: problem.channels * problem.multiplier, activation: activation, context.spares)
    let (kernel, provider) = weights.withLayerWeights {
      context.kernel(DepthwiseConvolution.family, problem, .floats($0))
    }
    return PreparedKernel(kernel, provider, precision: integerInputLimit == nil ? .exact : .fast)
  }

  package func packsWeights(_ index: Int) -> Bool { !readsAtRunTime(index) }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || index == DepthwiseBlock.addend }

  package func packedByteCount(of problem: ConvolutionBlock.Problem) -> Int? {
    var sum = SaturatingSum(ownProblem(problem).packedByteCount)
    for convolution in [problem.expand, problem.project] { sum.add(convolution?.packedByteCount ?? 0) }
    return sum.value
  }

  package func rowDependence(of problem: ConvolutionBlock.Problem) -> RowDependence? {
    .window(problem.depthwise.window)
  }

  package func multiplyAdds(of problem: ConvolutionBlock.Problem) -> Int {
    var sum = SaturatingSum(problem.depthwise.multiplyAdds)
    for convolution in [problem.expand, problem.project] { sum.add(convolution?.multiplyAdds ?? 0) }
    return sum.value
  }
}

extension DepthwiseConv2D: ActivationFusing {
  package func fusing(_ activation: FusedActivation) -> DepthwiseConv2D? {
    guard self.activation.isNone, block == nil else { return nil }
    var fused = self
    fused.activation = activation
    return fused
  }

  package func fusing(top: Int, bottom: Int, left: Int, right: Int) -> DepthwiseConv2D? {
    guard case .valid = window.padding, block == nil else { return nil }
    var fused = self
    fused.window.padding = .explicit(top: top, bottom: bottom, left: left, right: right)
    return fused
  }

  /// The same operator with a block; nil if it has one already.
  func fusing(_ block: DepthwiseBlock) -> DepthwiseConv2D? {
    guard self.block == nil else { return nil }
    var fused = self
    fused.block = block
    return fused
  }

  package var name: String {
    guard let block else { return Self.tfliteName }
    return [block.expand?.name, Self.tfliteName, block.project?.name].compactMap { $0 }.joined(separator: " + ")
  }
}

extension DepthwiseConv2D: SummingOperator {
  package static let filterChannelAxis = 3

  package func depthwiseProblem(
    picture: [Int], filter: [Int]
  ) throws(OperatorError) -> DepthwiseConvolution.Problem? {
    guard block == nil else { return nil }
    let types = Operands([Operand(try TensorType(.float32, picture)), Operand(try TensorType(.float32, filter))])
    let problem = try ownProblem(types)
    return problem.multiplier == 1 ? problem : nil
  }
}
