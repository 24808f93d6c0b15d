import KernelChoice
import TFLiteFormat
import TensorKernels

/// Floats to quantized integers, or quantized integers to another scale (TFLite `QUANTIZE`).
///
/// - Input: float32, or quantized int8, uint8, int16 or int32, any shape. Output: int8, uint8 or int16 as the file
///   declares, or int32 from quantized integers; the same shape.
/// - Formula: `limits(zeroPoint + round(x / scale))`, with ties away from zero; from integers with the fixed-point
///   factor `input scale / output scale`.
package struct Quantize: Operator, TypedOperation {
  package static let tfliteName = "QUANTIZE"
  package static let builtinCode = 114

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
  init() {}

  package var readsQuantized: Bool { true }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.float32, .int8, .uint8, .int16, .int32])
    if input.elementType != .float32 { _ = try input.tensorScale("input 0") }
    let declared = try inputs.declaredOutput()
    let types: [ElementType] = [.int8, .uint8, .int16] + (input.elementType == .float32 ? [] : [.int32])
    guard types.contains(declared.elementType), declared.quantization != nil else {
      let names = types.map { "\($0)" }.joined(separator: ", ")
      throw .quantization("the output", expected: "one of \(names), with a scale")
    }
    _ = try declared.tensorScale("the output")
    return [try TensorType(declared.elementType, input.shape, quantization: declared.quantization)]
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let (input, output) = (try context.inputs.required(0).type, context.outputs[0])
    let (scale, zeroPoint) = try output.tensorScale("the output")
    let count = output.elementCount
    guard input.elementType != .float32 else {
      guard output.byteRange != nil else {
        return context.prepared(
          Int16Quantization.family, Int16Quantization.Problem(count: count, scale: scale, zeroPoint: zeroPoint))
      }
      return context.prepared(
        ByteQuantization.family,
        ByteQuantization.Problem(try ByteScale(output, "the output").range, count: count, scale: scale))
    }
    let (inputScale, inputZero) = try input.tensorScale("input 0")
    let factor = FixedPointMultiplier(Double(inputScale) / Double(scale))
    if output.byteRange != nil, input.byteRange != nil {
      let (source, target) = (try ByteScale(input, "input 0").range, try ByteScale(output, "the output").range)
      return context.prepared(
        ByteTable.family, ByteTable.Problem(count: count),
        ByteTable.bytes(from: source, to: target) { factor.product($0) })
    }
    guard let source = input.elementType.integer, let target = output.elementType.integer else {
      throw .elementTypeNotSupported(output.elementType)
    }
    return context.prepared(
      IntegerRescaling.family,
      IntegerRescaling.Problem(
        (source, inputZero), to: (target, zeroPoint), count: count, factor: factor))
  }
}
