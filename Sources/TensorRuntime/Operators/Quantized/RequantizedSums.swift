import KernelChoice
import TFLiteFormat
import TensorKernels

/// Requantizes exact sums, in floats, to bytes.
///
/// - Inputs: sums, whose last axis is the channels; a second tensor of sums, which counts 16 times, if the filter was
///   split in two. Output: bytes of the sums' shape.
/// - Formula: ``Requantization``, with `factor[c] = input scale · filter scale[c] / output scale`.
struct RequantizedSums: NodeOperation {
  let name: String
  /// Element type and quantization of the output.
  let type: TensorType
  let channelFactors: ChannelFactors
  let rounding: FixedPointMultiplier.Rounding
  let output: ByteRange

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let sums = try inputs.type(0), channels = max(sums.shape.last ?? 1, 1)
    let problem = Requantization.Problem(
      rows: sums.elementCount / channels, channels: channels, hasHigh: inputs.optional(1) != nil, rounding: rounding,
      output: output)
    return KeptInference(
      OperationBox(self), outputs: [try type.reshaped(sums.shape)], packedByteCount: (channels + 8) * 32 + 2048
    ) { [channelFactors] context throws(OperatorError) in
      context.prepared(
        Requantization.family, problem,
        Requantization.Weights(
          factors: channelFactors.factors, bias: channelFactors.biasValues, channels: channels))
    }
  }
}
