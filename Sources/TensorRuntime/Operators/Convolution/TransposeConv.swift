import KernelChoice
import TFLiteFormat
import TensorKernels

/// Transposed 2D convolution (TFLite `TRANSPOSE_CONV`).
///
/// - Inputs: the output's shape, a constant; filter `[out, height, width, in]`; picture `[batch, height, width, in]`;
///   bias `[out]`, optional. The filter and the bias are constants.
/// - Output: of the given shape, for each picture. Padding is that of the convolution that would produce the input from
///   it.
/// - Formula: ``TransposedConvolution``.
package struct TransposeConv: Operator, ProblemOperation {
  // MARK: Parsing

  package static let tfliteName = "TRANSPOSE_CONV"
  package static let builtinCode = 67

  private let window: WindowOptions
  package var activation: FusedActivation

  init(window: WindowOptions) { (self.window, activation) = (window, .none) }

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    window = try WindowOptions(
      stride: (options.integer(2), options.integer(1)), padding: WindowPadding(code: options.byte(0)))
    activation = try options.activation(3)
  }

  // MARK: Shapes

  package func outputTypes(of problem: TransposedConvolution.Problem) throws(OperatorError) -> [TensorType] {
    [
      try TensorType(
        .float32, [problem.batch, problem.outputHeight, problem.outputWidth, problem.outputChannels])
    ]
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> TransposedConvolution.Problem {
    try inputs.expectCount(3...4)
    let filter = try inputs.type(1, rank: 4...4).shape
    let picture = try inputs.type(2, rank: 4...4).shape
    guard !filter.contains(0), filter[3] == picture[3] else {
      throw .inputShape(input: 1, expected: "[out, height, width, \(picture[3])], all positive", found: filter)
    }
    let shape = try inputs.integers(0)
    // A model that is resized to a batch keeps the shape of one picture.
    guard shape.count == 4, [1, picture[0]].contains(shape[0]), shape[3] == filter[0] else {
      throw .inputShape(
        input: 0, expected: "[\(picture[0]), height, width, \(filter[0])]", found: try inputs.required(0).type.shape)
    }
    _ = try TensorType(.float32, shape)
    try checkBias(inputs, at: 3, channels: filter[0])
    // Padding is that of the convolution from output to input.
    func padding(_ axis: Int, stride: Int) throws(OperatorError) -> Int {
      let extent = shape[axis], taps = filter[axis]
      guard taps <= FixedLimits.windowExtent else { throw .value(name: "filter extent", taps) }
      let count: Int
      if case .same = window.padding {
        count = (extent + stride - 1) / stride
      } else {
        count = (extent + stride - taps) / stride
      }
      return max((count - 1) * stride + taps - extent, 0) / 2
    }
    return TransposedConvolution.Problem(
      batch: picture[0], channels: (picture[3], filter[0]), input: (picture[1], picture[2]),
      output: (shape[1], shape[2]), filter: (filter[1], filter[2]), stride: (window.strideY, window.strideX),
      padding: (try padding(1, stride: window.strideY), try padding(2, stride: window.strideX)))
  }

  // MARK: Preparation

  package func prepare(
    _ problem: TransposedConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let inputs = context.inputs
    let weights = try ConstantWeights(
      Operands([nil, inputs.optional(1), inputs.optional(3)]), channels: problem.outputChannels,
      activation: activation, context.spares)
    let (kernel, provider) = weights.withLayerWeights { context.kernel(TransposedConvolution.family, problem, $0) }
    return PreparedKernel(kernel, provider, places: [2])
  }

  package func packsWeights(_ index: Int) -> Bool { !readsAtRunTime(index) }
  package func readsAtRunTime(_ index: Int) -> Bool { index == 2 }

  package func packedByteCount(of problem: TransposedConvolution.Problem) -> Int? { problem.packedByteCount }

  package func multiplyAdds(of problem: TransposedConvolution.Problem) -> Int {
    saturatingProduct(
      problem.outputChannels, problem.filterHeight, problem.filterWidth, problem.inputChannels, problem.batch,
      problem.inputHeight, problem.inputWidth)
  }

  /// The taps of each output pixel, with or without an input pixel.
  package func repeatedWork(of problem: TransposedConvolution.Problem) -> Int {
    let rows = (problem.filterHeight + window.strideY - 1) / window.strideY
    let columns = (problem.filterWidth + window.strideX - 1) / window.strideX
    let elements = problem.batch * problem.outputHeight * problem.outputWidth * problem.outputChannels
    return saturatingProduct(elements, rows, columns, problem.inputChannels)
  }
}

extension TransposeConv: SummingOperator {
  package static let summedInputs = (picture: 2, filter: 1, bias: 3)
  package static let filterChannelAxis = 0
}
