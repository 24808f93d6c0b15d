import TFLiteFormat
import TensorKernels

/// Depthwise convolution of quantized bytes.
///
/// - Input: int8 or uint8 `[batch, height, width, channels]`. Output: bytes of the layer's shape.
/// - Formula: ``ByteDepthwiseConvolution``.
struct ByteDepthwise: ProblemOperation {
  let name: String
  let problem: ByteDepthwiseConvolution.Problem
  let type: TensorType
  let filter: ConstantTensor
  let filterRange: ByteRange
  let channelFactors: ChannelFactors

  func problem(_ inputs: Operands) throws(OperatorError) -> ByteDepthwiseConvolution.Problem { problem }

  func outputTypes(of problem: ByteDepthwiseConvolution.Problem) throws(OperatorError) -> [TensorType] { [type] }

  func packedByteCount(of problem: ByteDepthwiseConvolution.Problem) -> Int? { problem.packedByteCount }

  func multiplyAdds(of problem: ByteDepthwiseConvolution.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: ByteDepthwiseConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let weights = ByteDepthwiseConvolution.Weights(
      filter: filter.withUnsafeBytes(context.spares) { filterRange.integers($0) },
      factors: channelFactors.factors, bias: channelFactors.biasValues, channels: problem.depthwise.channels)
    let (kernel, provider) = context.kernel(ByteDepthwiseConvolution.family, problem, weights)
    return PreparedKernel(kernel, provider)
  }
}
