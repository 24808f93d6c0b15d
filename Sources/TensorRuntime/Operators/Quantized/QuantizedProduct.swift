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
    let columns = problem.outputChannels
    let factors: ChannelFactors?, scales: [Float], bias: [Float]?
    switch channels {
    case .factors(let channels): (factors, scales, bias) = (channels, [], nil)
    case .scales(let values, let constant): (factors, scales, bias) = (nil, values, constant?.floats)
    }
    let (kernel, provider) = filter.withUnsafeBytes { bytes in
      let filter = ByteFilter(bytes, of: filterRange)
      let weights =
        factors.map {
          ByteMatrixMultiply.Weights(filter: filter, factors: $0.factors, bias: $0.biasValues, columns: columns)
        } ?? ByteMatrixMultiply.Weights(filter: filter, scales: scales, bias: bias, columns: columns)
      return context.kernel(ByteConvolution.family, problem, weights)
    }
    return PreparedKernel(
      kernel, provider, grain: max(ThreadGrain.multiplyAdds / max(problem.multiplyAddsPerUnit, 1), 1))
  }
}
