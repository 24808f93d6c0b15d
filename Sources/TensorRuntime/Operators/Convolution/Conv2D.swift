import KernelChoice
import TFLiteFormat
import TensorKernels

/// Two-dimensional convolution (TFLite `CONV_2D`).
///
/// - Inputs: picture `[batch, height, width, in]`; filter `[out, height, width, in / groups]`, which determines the
///   number of groups; bias `[out]`, optional. A pass may add a fourth input of the output's shape, the addend before
///   the activation.
/// - Output: `[batch, ⌈height / stride⌉, …, out]` for same padding, whole windows only for valid padding.
/// - Formula: ``Convolution``.
package struct Conv2D: Operator, ProblemOperation {
  // MARK: Parsing

  package static let tfliteName = "CONV_2D"
  package static let builtinCode = 3

  var window: WindowOptions
  package var activation: FusedActivation
  /// Whether input 3 is added before the activation.
  private(set) var hasAddend = false
  /// For the integers that a pass keeps: the value of the largest input integer, nil for floats; and whether the output
  /// is of integers.
  var integerInputLimit: Float?, storesIntegers = false

  init(window: WindowOptions, activation: FusedActivation) { (self.window, self.activation) = (window, activation) }

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    window = try WindowOptions(
      stride: (options.integer(2), options.integer(1)),
      dilation: (options.integer(5, default: 1), options.integer(4, default: 1)),
      padding: WindowPadding(code: options.byte(0)))
    activation = try options.activation(3)
  }

  // MARK: Shapes

  package func outputTypes(of problem: Convolution.Problem) throws(OperatorError) -> [TensorType] {
    [
      try TensorType(
        .float32,
        [problem.batch, problem.window.outputHeight, problem.window.outputWidth, problem.outputChannels])
    ]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Convolution.Problem {
    try inputs.expectCount(2...(hasAddend ? 4 : 3))
    let picture = try inputs.type(0, rank: 4...4).shape
    let filter = try inputs.type(1, rank: 4...4).shape
    guard filter[3] > 0, picture[3] > 0, picture[3].isMultiple(of: filter[3]) else {
      throw .inputShape(input: 1, expected: "\(picture[3]) input channels", found: filter)
    }
    // Without output channels, an empty filter could still request unlimited scratch.
    guard filter[0] > 0 else {
      throw .inputShape(input: 1, expected: "at least one output channel", found: filter)
    }
    let groups = picture[3] / filter[3]
    guard filter[0].isMultiple(of: groups) else {
      throw .inputShape(input: 1, expected: "a multiple of \(groups) output channels", found: filter)
    }
    try checkBias(inputs, channels: filter[0])
    return Convolution.Problem(
      batch: picture[0], inputChannels: picture[3], outputChannels: filter[0],
      window: try window.window(input: (picture[1], picture[2]), filter: (filter[1], filter[2])),
      hasAddend: hasAddend, groups: groups)
  }

  // MARK: Preparation

  package func prepare(
    _ problem: Convolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let weights = try ConstantWeights(
      context.inputs, channels: problem.outputChannels, activation: activation, context.spares)
    if let kernel = integerKernel(for: problem, weights, context) { return kernel }
    if problem.isPointwise, problem.matrixProblem.rows == 1, !hasAddend {
      return context.rows(of: problem.matrixProblem, weights)
    }
    let (kernel, provider) = weights.withLayerWeights { context.kernel(Convolution.family, problem, $0) }
    return PreparedKernel(kernel, provider, places: [0, 3])
  }

  package func packsWeights(_ index: Int) -> Bool { !readsAtRunTime(index) }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 || index == 3 }

  package func packedByteCount(of problem: Convolution.Problem) -> Int? { problem.packedByteCount }

  package func multiplyAdds(of problem: Convolution.Problem) -> Int { problem.multiplyAdds }

  package func rowDependence(of problem: Convolution.Problem) -> RowDependence? { .window(problem.window) }
}

extension Conv2D {
  package func fusing(top: Int, bottom: Int, left: Int, right: Int) -> Conv2D? {
    guard case .valid = window.padding else { return nil }
    var fused = self
    fused.window.padding = .explicit(top: top, bottom: bottom, left: left, right: right)
    return fused
  }

  /// The same convolution with addend and activation; nil if it has either already.
  func fusingAddend(_ activation: FusedActivation) -> Conv2D? {
    guard self.activation.isNone, !hasAddend else { return nil }
    var fused = self
    fused.hasAddend = true
    fused.activation = activation
    return fused
  }
}

extension Conv2D: SummingOperator {
  package static let filterChannelAxis = 0

  /// Filters of older converters have one scale, and use LiteRT's older kernel.
  package func quantizesAsymmetrically(picture: [Int], filter: [Int], filterScales: [Float]) -> Bool {
    picture.last != filter.last || filterScales.contains { $0 != filterScales[0] }
  }

  /// Whether each output pixel depends on the input pixel in its place only.
  func isPointwise(picture: [Int], filter: [Int]) -> Bool {
    guard picture.count == 4, filter.count == 4, filter[1] == 1, filter[2] == 1, filter[3] == picture[3],
      window.strideX == 1, window.strideY == 1, !hasAddend
    else { return false }
    if case .explicit = window.padding { return false }
    return true
  }

  package func convolutionProblem(
    picture: [Int], filter: [Int]
  ) throws(OperatorError) -> Convolution.Problem? {
    guard !hasAddend else { return nil }
    return try problem(
      Operands([Operand(try TensorType(.float32, picture)), Operand(try TensorType(.float32, filter))]))
  }
}
