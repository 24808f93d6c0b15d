import KernelChoice
import TFLiteFormat
import TensorKernels

/// Quantized bytes minus their zero point, as floats.
///
/// - Input: int8 or uint8, any shape. Output: float32, the same shape.
struct WidenedBytes: NodeOperation {
  let name: String
  let zeroPoint: Int

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    let input = try inputs.type(0, of: [.int8, .uint8])
    let problem = Dequantization.Problem(
      ByteRange(isSigned: input.elementType == .int8, zeroPoint: zeroPoint), count: input.elementCount, scale: 1)
    return KeptInference(OperationBox(self), outputs: [try TensorType(.float32, input.shape)]) {
      context throws(OperatorError) in context.prepared(Dequantization.family, problem)
    }
  }
}
