import KernelChoice
import TFLiteFormat
import TensorKernels

/// PReLU of quantized bytes to bytes of another scale.
///
/// - Input: int8 or uint8, any shape; the last dimension is the channels. Output: bytes of another scale, the same
///   shape.
/// - Formula: ``PReLU/Bytes``.
struct SlopedBytes: TypedOperation {
  let name: String
  /// One per channel.
  let slopes: [Float]
  /// Element type and quantization of the output.
  let type: TensorType

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    let input = try inputs.type(0, of: [type.elementType])
    return [try TensorType(type.elementType, input.shape, quantization: type.quantization)]
  }

  func packedByteCount(inputs: Operands) -> Int { PReLU.packedByteCount(channels: slopes.count) }

  func rowDependence(inputs: Operands) -> RowDependence? { .sameRow }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let input = try ByteScale(context.inputs.required(0).type, "input 0")
    let output = try ByteScale(context.outputs[0], "the output")
    let problem = PReLU.Bytes(
      rows: context.outputs[0].elementCount / max(slopes.count, 1), channels: slopes.count, input: input.range,
      inputScale: input.scale, output: output.range, outputScale: output.scale)
    return context.prepared(PReLU.family, .bytes(problem), slopes)
  }
}
