import TFLiteFormat
import TensorKernels

/// A convolution with a filter of bytes, or a dense layer: a convolution of pictures of one pixel.
///
/// - Inputs: int8 or uint8, whose elements divide into pictures; or the outputs of ``DynamicQuantization``.
/// - Output: bytes, or float32, of the layer's shape.
/// - Formula: ``ByteConvolution``.
struct QuantizedProduct: ProblemOperation {
  let name: String
  let problem: ByteConvolution.Problem
  /// The output.
  let type: TensorType
  let filter: ConstantTensor
  let filterRange: ByteRange
  let channels: Channels

  /// What sums become results by. Scales are one for each channel, or one for all.
  enum Channels {
    case factors(ChannelFactors)
    case scales([Float], bias: ConstantTensor?)
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> ByteConvolution.Problem { problem }

  func outputTypes(of problem: ByteConvolution.Problem) throws(OperatorError) -> [TensorType] { [type] }

  func packedByteCount(of problem: ByteConvolution.Problem) -> Int? { problem.packedByteCount }

  func multiplyAdds(of problem: ByteConvolution.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: ByteConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let values = filter.withUnsafeBytes { filterRange.integers($0) }
    let columns = problem.outputChannels
    let weights =
      switch channels {
      case .factors(let channels):
        ByteMatrixMultiply.Weights(
          filter: values, factors: channels.factors, bias: channels.biasValues, columns: columns)
      case .scales(let scales, let bias):
        ByteMatrixMultiply.Weights(filter: values, scales: scales, bias: bias?.floats, columns: columns)
      }
    let (kernel, provider) = context.kernel(ByteConvolution.family, problem, weights)
    return PreparedKernel(
      kernel, provider, grain: max(ThreadGrain.multiplyAdds / max(problem.multiplyAddsPerUnit, 1), 1))
  }
}
