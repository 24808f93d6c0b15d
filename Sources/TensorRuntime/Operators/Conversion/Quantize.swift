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
    let limits = output.quantizedRange
    if input.elementType == .float32, output.byteRange != nil {
      return context.prepared(
        ByteQuantization.family,
        ByteQuantization.Problem(try ByteScale(output, "the output").range, count: output.elementCount, scale: scale))
    }
    if input.elementType == .float32 {
      return PreparedFloats(count: output.elementCount, scale: scale, zeroPoint: Int32(zeroPoint))
    }
    let (inputScale, inputZero) = try input.tensorScale("input 0")
    if output.byteRange != nil, input.byteRange != nil {
      let factor = FixedPointMultiplier(Double(inputScale) / Double(scale))
      let (source, target) = (try ByteScale(input, "input 0").range, try ByteScale(output, "the output").range)
      return context.prepared(
        ByteTable.family, ByteTable.Problem(count: output.elementCount),
        ByteTable.bytes(from: source, to: target) { factor.product($0) })
    }
    return PreparedIntegers(
      count: output.elementCount, elementType: input.elementType, inputZero: Int32(inputZero),
      factor: FixedPointMultiplier(Double(inputScale) / Double(scale)), zeroPoint: Int32(zeroPoint),
      lower: Int32(limits.lowerBound), upper: Int32(limits.upperBound), byteCount: output.elementType.byteCount ?? 1)
  }

  /// Floats to 16-bit integers.
  private final class PreparedFloats: PreparedOperator {
    let count: Int
    let scale: Float, zeroPoint: Int32

    init(count: Int, scale: Float, zeroPoint: Int32) {
      (self.count, self.scale, self.zeroPoint) = (count, scale, zeroPoint)
    }
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { count / ThreadGrain.elements }

    func run(_ io: OperatorIO) {
      let input = io.inputBytes(0), output = io.outputBytes(0), share = io.share(of: count)
      var index = share.lowerBound
      while index + 4 <= share.upperBound {
        let values = input.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<Float>.self)
        output.storeBytes(of: integers(values), toByteOffset: index * 2, as: SIMD4<Int16>.self)
        index += 4
      }
      for index in index..<share.upperBound {
        let value = SIMD4(repeating: io.input(0)[index])
        output.storeBytes(of: integers(value)[0], toByteOffset: index * 2, as: Int16.self)
      }
    }

    @inline(__always)
    private func integers(_ floats: SIMD4<Float>) -> SIMD4<Int16> {
      let values = floats / scale, lower = SIMD4(repeating: -32768 - Float(zeroPoint)), upper = lower + 65535
      // A NaN becomes the lower limit.
      let raised = lower.replacing(with: values, where: values .> lower)
      let bits = unsafeBitCast(raised.replacing(with: upper, where: raised .> upper), to: SIMD4<Int32>.self)
      let sign = bits &>> 31, magnitude = unsafeBitCast(bits & 0x7FFF_FFFF, to: SIMD4<Float>.self)
      // Adding 2²³ rounds to an integer, which is then in the low bits: an even one for ties, so one may be missing.
      let shifted = magnitude + 0x1p23
      let missing = SIMD4<Int32>.zero.replacing(with: 1, where: magnitude - (shifted - 0x1p23) .== 0.5)
      let whole = (unsafeBitCast(shifted, to: SIMD4<Int32>.self) & 0x7F_FFFF) &+ missing
      return SIMD4(truncatingIfNeeded: ((whole ^ sign) &- sign) &+ zeroPoint)
    }
  }

  private final class PreparedIntegers: PreparedOperator {
    let count: Int
    let elementType: ElementType
    let inputZero: Int32
    let factor: FixedPointMultiplier
    let zeroPoint: Int32, lower: Int32, upper: Int32
    let byteCount: Int

    init(
      count: Int, elementType: ElementType, inputZero: Int32, factor: FixedPointMultiplier, zeroPoint: Int32,
      lower: Int32, upper: Int32, byteCount: Int
    ) {
      (self.count, self.elementType, self.inputZero, self.factor, self.zeroPoint) = (
        count, elementType, inputZero, factor, zeroPoint
      )
      (self.lower, self.upper, self.byteCount) = (lower, upper, byteCount)
    }
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { count / ThreadGrain.costlyElements }

    func run(_ io: OperatorIO) {
      switch elementType {
      case .int8: run(io, Int8.self)
      case .uint8: run(io, UInt8.self)
      case .int16: run(io, Int16.self)
      default: run(io, Int32.self)
      }
    }

    private func run<T: FixedWidthInteger>(_ io: OperatorIO, _ type: T.Type) {
      let source = io.input(0, as: type)
      for index in io.share(of: count) {
        let value = Int32(truncatingIfNeeded: source[index])
        let scaled = factor.product(value &- inputZero) &+ zeroPoint
        store(max(lower, min(scaled, upper)), index, io, byteCount)
      }
    }
  }
}

/// Stores an integer that fits as output element `index` of one, two or four bytes.
@inline(__always)
private func store(_ value: Int32, _ index: Int, _ io: OperatorIO, _ byteCount: Int) {
  switch byteCount {
  case 1: io.output(0, as: UInt8.self)[index] = UInt8(truncatingIfNeeded: value)
  case 2: io.output(0, as: Int16.self)[index] = Int16(truncatingIfNeeded: value)
  default: io.output(0, as: Int32.self)[index] = value
  }
}
