import KernelChoice
import TFLiteFormat
import TensorKernels

/// Requantizes exact sums, in floats, to bytes.
///
/// - Inputs: sums, whose last axis is the channels; a second tensor of sums, which counts 16 times, if the filter was
///   split in two. Output: bytes of the sums' shape.
/// - Formula: ``Requantization``, with `factor[c] = input scale · filter scale[c] / output scale`.
struct RequantizedSums: TypedOperation {
  let name: String
  /// Element type and quantization of the output.
  let type: TensorType
  let channelFactors: ChannelFactors
  let rounding: FixedPointMultiplier.Rounding
  let output: ByteRange

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(type.elementType, inputs.type(0).shape, quantization: type.quantization)]
  }

  func packedByteCount(inputs: Operands) -> Int {
    let channels = max(inputs.optional(0)?.type.shape.last ?? 1, 1)
    return (channels + 8) * 32 + 2048
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let shape = context.outputs[0].shape
    let channels = max(shape.last ?? 1, 1)
    let problem = Requantization.Problem(
      rows: context.outputs[0].elementCount / channels, channels: channels,
      hasHigh: context.inputs.optional(1) != nil, rounding: rounding, output: output)
    return context.prepared(
      Requantization.family, problem,
      Requantization.Weights(
        factors: channelFactors.factors, bias: channelFactors.biasValues, channels: channels))
  }
}
