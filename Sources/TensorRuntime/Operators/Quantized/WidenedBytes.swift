import KernelChoice
import TFLiteFormat
import TensorKernels

/// Quantized bytes minus their zero point, as floats.
///
/// - Input: int8 or uint8, any shape. Output: float32, the same shape.
struct WidenedBytes: TypedOperation {
  let name: String
  let zeroPoint: Int

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, inputs.type(0, of: [.int8, .uint8]).shape)]
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let isSigned = try context.inputs.required(0).type.elementType == .int8
    return context.prepared(
      ByteDequantization.family,
      ByteDequantization.Problem(
        ByteRange(isSigned: isSigned, zeroPoint: zeroPoint), count: context.outputs[0].elementCount, scale: 1))
  }
}
