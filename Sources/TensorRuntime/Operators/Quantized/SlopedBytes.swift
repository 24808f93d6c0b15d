import KernelChoice
import TFLiteFormat
import TensorKernels

/// PReLU of quantized bytes to bytes of another scale.
///
/// - Input: int8 or uint8, any shape; the last dimension is the channels. Output: bytes of another scale, the same
///   shape.
/// - Formula: ``PReLU/Bytes``.
struct SlopedBytes: NodeOperation {
  let name: String
  /// One per channel.
  let slopes: [Float]
  /// Element type and quantization of the output.
  let type: TensorType

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let input = try inputs.type(0, of: [type.elementType]), output = try type.reshaped(input.shape)
    let (from, to) = (try ByteScale(input, "input 0"), try ByteScale(output, "the output"))
    let problem = PReLU.Bytes(
      rows: output.elementCount / max(slopes.count, 1), channels: slopes.count, input: from.range,
      inputScale: from.scale, output: to.range, outputScale: to.scale)
    return KeptInference(
      OperationBox(self), outputs: [output], packedByteCount: PReLU.packedByteCount(channels: slopes.count),
      rowDependence: .sameRow
    ) { [slopes] context throws(OperatorError) in context.prepared(PReLU.family, .bytes(problem), slopes) }
  }
}
