import KernelChoice
import TFLiteFormat
import TensorKernels

/// A convolution with a byte filter, or a dense layer, as a convolution of pictures of one pixel.
///
/// - Inputs: int8 or uint8, whose elements divide into pictures; or the outputs of ``DynamicQuantization``.
/// - Output: bytes, or float32, of the layer's shape.
/// - Formula: ``ByteConvolution``.
struct QuantizedProduct: ProblemOperation {
  let name: String
  let problem: ByteConvolution.Problem
  let type: TensorType
  let filter: ConstantTensor
  let filterRange: ByteRange
  let channels: Channels
  /// Derives the convolution's weights from the layer's, if they differ.
  var arrange: (@Sendable (ByteMatrixMultiply.Weights) -> ByteMatrixMultiply.Weights)?

  /// Scales are one per channel, or one for all.
  enum Channels {
    case factors(ChannelFactors)
    case scales([Float], bias: ConstantTensor?)
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> ByteConvolution.Problem { problem }

  func outputTypes(of problem: ByteConvolution.Problem) throws(OperatorError) -> [TensorType] { [type] }

  func packedByteCount(of problem: ByteConvolution.Problem) -> Int? {
    var sum = SaturatingSum()
    for part in problem.columnParts(grain: ThreadGrain.multiplyAdds) { sum.add(problem.part(part).packedByteCount) }
    return sum.value
  }

  func multiplyAdds(of problem: ByteConvolution.Problem) -> Int { problem.multiplyAdds }

  func prepare(
    _ problem: ByteConvolution.Problem, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let columns = filter.type.shape[0]
    return filter.withByteFilter(filterRange, context.spares) { filter in
      var weights =
        switch channels {
        case .factors(let channels):
          ByteMatrixMultiply.Weights(
            filter: filter, factors: channels.factors, bias: channels.biasValues, columns: columns)
        case .scales(let scales, let bias):
          ByteMatrixMultiply.Weights(filter: filter, scales: scales, bias: bias?.floats, columns: columns)
        }
      if let arrange { weights = arrange(weights) }
      return context.columnParts(
        problem.columnParts(grain: ThreadGrain.multiplyAdds), output: problem.elements.output,
        multiplyAdds: problem.multiplyAdds
      ) {
        context.kernel(ByteConvolution.family, problem.part($0), weights.part($0, depth: problem.depth))
      }
    }
  }
}
