import KernelChoice
import MachineCode
import TFLiteFormat
import TensorKernels

/// Transposed convolution with a bias (MediaPipe's `Convolution2DTransposeBias`).
///
/// - Inputs: picture `[batch, height, width, in]`; filter `[out, height, width, in]`, a constant; bias `[out]`, a
///   constant.
/// - Output: `[batch, stride · (height − 1) + filter height − padding, …, out]`.
/// - Formula: each input pixel adds its product with the filter to the window of the output that begins at `stride`
///   times its place. Same padding cuts off `max(0, filter − (size − 1) mod stride − 1)`, half of it at the front, as
///   in MediaPipe's `transpose_conv_bias.cc`.
struct Convolution2DTransposeBias: EmittingCustomOperator {
  static let name = "Convolution2DTransposeBias"

  private let strideY: Int, strideX: Int
  private let isSame: Bool

  /// Reads three 32-bit integers: padding (1 same, 2 valid), stride along the width, stride along the height.
  init(options: Bytes, version: Int) throws(OperatorError) {
    guard options.count >= 12, let padding = options.integer(Int32.self, at: 0),
      let strideX = options.integer(Int32.self, at: 4), let strideY = options.integer(Int32.self, at: 8)
    else { throw .customOptions("\(options.count) bytes, expected padding and two strides") }
    guard [1, 2].contains(padding) else { throw .option(name: "padding", value: Int(padding)) }
    let strides = 1...Int32(FixedLimits.customExtent)
    guard strides.contains(strideX), strides.contains(strideY) else {
      throw .customOptions("strides \(strideY) and \(strideX)")
    }
    (self.strideY, self.strideX, isSame) = (Int(strideY), Int(strideX), padding == 1)
  }

  func outputs(for inputs: [CustomTensor?]) throws(OperatorError) -> [CustomTensor] {
    let problem = try problem(inputs)
    return [CustomTensor(.float32, [problem.batch, problem.outputHeight, problem.outputWidth, problem.outputChannels])]
  }

  func prepare(
    _ inputs: [CustomTensor?], provider: KernelProvider?, code: CodeAllocator
  ) throws(OperatorError) -> any CustomKernel {
    guard let filter = inputs[1]?.floats else { throw .inputNotConstant(1) }
    guard let bias = inputs[2]?.floats else { throw .inputNotConstant(2) }
    let problem = try problem(inputs)
    let (kernel, actual) = bias.withUnsafeBufferPointer { bias in
      filter.withUnsafeBufferPointer { filter in
        guard let filter = filter.baseAddress else { preconditionFailure("extents are positive") }
        let epilogue = Epilogue(bias: bias, channels: bias.count, activation: .none)
        return TransposedConvolution.windowed.kernel(
          for: problem, weights: LayerWeights(filter: filter, epilogue: epilogue), requested: provider, code: code)
      }
    }
    return Kernel(kernel, actual)
  }

  // MARK: Shapes

  /// What padding cuts off at the front, and the output's extent.
  private func extent(
    _ name: String, input: Int, filter: Int, stride: Int
  ) throws(OperatorError) -> (cut: Int, output: Int) {
    guard input > 0 else { throw .value(name: name, input) }
    guard (1...FixedLimits.transposedFilterSide).contains(filter) else { throw .value(name: "filter \(name)", filter) }
    let padding = isSame ? max(0, filter - (input - 1) % stride - 1) : 0
    return (padding / 2, stride * (input - 1) + filter - padding)
  }

  private func problem(_ inputs: [CustomTensor?]) throws(OperatorError) -> TransposedConvolution.Problem {
    let shapes = try inputs.floats(ranks: [4, 4, 1])
    let (picture, filter, bias) = (shapes[0], shapes[1], shapes[2])
    guard filter[3] == picture[3], filter[3] > 0, filter[0] > 0 else {
      throw .inputShape(input: 1, expected: "[out, height, width, \(picture[3])]", found: filter)
    }
    guard bias == [filter[0]] else { throw .inputShape(input: 2, expected: "[\(filter[0])]", found: bias) }
    let vertical = try extent("height", input: picture[1], filter: filter[1], stride: strideY)
    let horizontal = try extent("width", input: picture[2], filter: filter[2], stride: strideX)
    return TransposedConvolution.Problem(
      batch: picture[0], channels: (picture[3], filter[0]), input: (picture[1], picture[2]),
      output: (vertical.output, horizontal.output), filter: (filter[1], filter[2]), stride: (strideY, strideX),
      padding: (vertical.cut, horizontal.cut))
  }

  func multiplyAdds(for inputs: [CustomTensor?]) throws(OperatorError) -> Int {
    let problem = try problem(inputs)
    return saturatingProduct(
      problem.batch, problem.inputHeight, problem.inputWidth, problem.filterHeight, problem.filterWidth,
      problem.inputChannels, problem.outputChannels)
  }

  /// The products, and temporary copies of the filter.
  func preparedByteCount(for inputs: [CustomTensor?]) throws(OperatorError) -> Int {
    let problem = try problem(inputs)
    let columns = problem.filterWidth * problem.outputChannels
    return problem.filterHeight
      * (MatrixMultiply.packedByteCount(columns: columns, depth: problem.inputChannels)
        + 3 * columns * problem.inputChannels * 4)
  }

  // MARK: Execution

  private final class Kernel: CustomKernel, KernelMemoryOwner {
    private let kernel: any UnitKernel
    let provider: KernelProvider

    init(_ kernel: any UnitKernel, _ provider: KernelProvider) { (self.kernel, self.provider) = (kernel, provider) }

    var memory: [any KernelMemory] { kernel.memory }
    var scratchByteCount: Int { kernel.scratchCount * MemoryLayout<Float>.stride }
    var usefulShareCount: Int { kernel.unitCount }

    func run(_ operands: CustomOperands) {
      let io = operands.io
      kernel.run(
        units: io.share(of: kernel.unitCount),
        KernelOperands(inputs: io.inputs, outputs: io.outputs, scratch: io.scratch))
    }
  }
}
