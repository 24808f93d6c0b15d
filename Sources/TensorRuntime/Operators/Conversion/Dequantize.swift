import KernelChoice
import TFLiteFormat
import TensorKernels

/// Half-precision or quantized numbers to floats (TFLite `DEQUANTIZE`), which models use to store weights in less
/// space.
///
/// - Input: float16, or int8, uint8, int16, int32 or int64 with scales, one for the tensor or one for each index of an
///   axis; any shape. Output: float32, the same shape.
/// - Formula: `scale · (integer − zeroPoint)`; halves are widened exactly.
package struct Dequantize: Operator, TypedOperation {
  package static let tfliteName = "DEQUANTIZE"
  package static let builtinCode = 6

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
  init() {}

  package var readsQuantized: Bool { true }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: [.float16, .int8, .uint8, .int16, .int32, .int64])
    if input.elementType != .float16 { try check(input) }
    return [try TensorType(.float32, input.shape)]
  }

  private func check(_ input: TensorType) throws(OperatorError) {
    guard let quantization = input.quantization else { throw .quantization("input 0", expected: "a scale") }
    if quantization.scales.count == 1 {
      _ = try input.tensorScale("input 0", orZero: true)
    } else {
      let axis = quantization.axis
      guard input.shape.indices.contains(axis), quantization.scales.count == input.shape[axis] else {
        throw .quantization("input 0", expected: "a scale for each index of axis \(axis)")
      }
      guard quantization.scales.allSatisfy({ $0.isFinite }),
        quantization.zeroPoints.allSatisfy({ Int32(exactly: $0) != nil })
      else { throw .quantization("input 0", expected: "finite scales and 32-bit zero points") }
    }
  }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let input = try context.inputs.required(0).type
    guard let quantization = input.quantization, let element = input.elementType.integer else {
      return context.prepared(HalfPrecision.family, HalfPrecision.Problem(count: input.elementCount))
    }
    let axis = quantization.scales.count == 1 ? input.shape.count : quantization.axis
    return context.prepared(
      Dequantization.family,
      Dequantization.Problem(
        element, count: input.elementCount, scales: quantization.scales,
        zeroPoints: quantization.zeroPoints.map { Int32(truncatingIfNeeded: $0) },
        inner: input.shape.dropFirst(axis + 1).reduce(1, *)))
  }
}

extension ElementType {
  /// The integers that may have a scale, in pages, too, where ``number`` knows only floats; nil for other types.
  var integer: NumberType? {
    switch self {
    case .int8: .int8
    case .uint8: .uint8
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    default: nil
    }
  }
}
