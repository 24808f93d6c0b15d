import KernelChoice
import TFLiteFormat
import TensorKernels

/// Depthwise convolution of quantized bytes.
///
/// - Input: int8 or uint8 `[batch, height, width, channels]`. Output: bytes of the layer's shape.
/// - Formula: ``DepthwiseConvolution/Elements/bytes(input:output:)``.
struct ByteDepthwise: ProblemOperation {
  let name: String
  let problem: DepthwiseConvolution.Problem
  let type: TensorType
  let filter: ConstantTensor
  let filterRange: ByteRange
  let channelFactors: ChannelFactors

  func problem(_ inputs: Operands) throws(OperatorError) -> DepthwiseConvolution.Problem { problem }

  func outputTypes(of problem: DepthwiseConvolution.Problem) throws(OperatorError) -> [TensorType] { [type] }

  func packedByteCount(of problem: DepthwiseConvolution.Problem) -> Int? { problem.packedByteCount }

  func multiplyAdds(of problem: DepthwiseConvolution.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: DepthwiseConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let requantization = Requantization.Weights(
      factors: channelFactors.factors, bias: channelFactors.biasValues, channels: problem.channels)
    let (kernel, provider) = context.kernel(
      DepthwiseConvolution.family, problem,
      .bytes(filter: filter.withUnsafeBytes(context.spares) { filterRange.integers($0) }, requantization))
    return PreparedKernel(kernel, provider)
  }
}
