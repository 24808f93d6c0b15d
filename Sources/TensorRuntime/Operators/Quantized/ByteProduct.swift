import TFLiteFormat
import TensorKernels

/// A convolution of quantized bytes, or a dense layer: a convolution of pictures of one pixel.
///
/// - Input: int8 or uint8, whose elements divide into pictures. Output: bytes of the layer's shape.
/// - Formula: ``ByteConvolution``.
struct ByteProduct: ProblemOperation {
  let name: String
  let problem: ByteConvolution.Problem
  /// Element type and quantization of the output.
  let type: TensorType
  /// The shape of the output.
  let shape: [Int]
  let filter: ConstantTensor
  let filterRange: ByteRange
  let channelFactors: ChannelFactors

  func problem(_ inputs: Operands) throws(OperatorError) -> ByteConvolution.Problem { problem }

  func outputTypes(of problem: ByteConvolution.Problem) throws(OperatorError) -> [TensorType] {
    [try TensorType(type.elementType, shape, quantization: type.quantization)]
  }

  func packedByteCount(of problem: ByteConvolution.Problem) -> Int? { problem.packedByteCount }

  func multiplyAdds(of problem: ByteConvolution.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: ByteConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let values = filter.withUnsafeBytes { bytes in bytes.map { Int16(filterRange.integer($0)) } }
    let weights = ByteMatrixMultiply.Weights(
      filter: values, factors: channelFactors.factors, bias: channelFactors.biasValues,
      columns: problem.outputChannels)
    let (kernel, provider) = context.kernel(ByteConvolution.family, problem, weights)
    return PreparedKernel(
      kernel, provider, grain: max(ThreadGrain.multiplyAdds / max(problem.multiplyAddsPerUnit, 1), 1))
  }
}
