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
    guard let quantization = input.quantization, input.elementType != .float16 else {
      return DividedWork(input.elementCount, grain: ThreadGrain.elements) { elements, io in
        HalfPrecision.convert(
          elements.count, from: io.inputBytes(0) + 2 * elements.lowerBound, to: io.output(0) + elements.lowerBound)
      }
    }
    if quantization.scales.count == 1, input.byteRange != nil {
      let (scale, zeroPoint) = try input.tensorScale("input 0", orZero: true)
      let range = ByteRange(isSigned: input.elementType == .int8, zeroPoint: zeroPoint)
      return context.prepared(
        ByteDequantization.family, ByteDequantization.Problem(range, count: input.elementCount, scale: scale))
    }
    let axis = quantization.scales.count == 1 ? input.shape.count : quantization.axis
    return PreparedIntegers(
      count: input.elementCount, elementType: input.elementType, scales: quantization.scales,
      zeroPoints: quantization.zeroPoints.map { Int32(truncatingIfNeeded: $0) },
      inner: input.shape.dropFirst(axis + 1).reduce(1, *))
  }

  private final class PreparedIntegers: PreparedOperator {
    let count: Int
    let elementType: ElementType
    let scales: [Float]
    let zeroPoints: [Int32]
    /// Consecutive elements that share a scale.
    let inner: Int

    init(count: Int, elementType: ElementType, scales: [Float], zeroPoints: [Int32], inner: Int) {
      (self.count, self.elementType, self.scales, self.zeroPoints, self.inner) = (
        count, elementType, scales, zeroPoints, inner
      )
    }
    var provider: KernelProvider { .reference }

    var usefulShareCount: Int { count / ThreadGrain.elements }

    /// The scales are those of the tensor.
    var heldByteCount: Int { zeroPoints.count * MemoryLayout<Int32>.stride }

    func run(_ io: OperatorIO) {
      switch elementType {
      case .int8: convert(io, Int8.self)
      case .uint8: convert(io, UInt8.self)
      case .int16: convert(io, Int16.self)
      case .int64: convertWide(io)
      default: convert(io, Int32.self)
      }
    }

    /// Wider integers than those whose difference from the zero point is known to fit in 32 bits.
    private func convertWide(_ io: OperatorIO) {
      let (source, target): (UnsafePointer<Int64>, UnsafeMutablePointer<Float>) = (
        io.input(0, as: Int64.self), io.output(0)
      )
      for index in io.share(of: count) {
        let channel = scales.count == 1 ? 0 : index / inner % scales.count
        target[index] = Float(Double(scales[channel]) * (Double(source[index]) - Double(zeroPoints[channel])))
      }
    }

    private func convert<T: FixedWidthInteger>(_ io: OperatorIO, _ type: T.Type) {
      let (source, target): (UnsafePointer<T>, UnsafeMutablePointer<Float>) = (io.input(0, as: type), io.output(0))
      if scales.count == 1 {
        let (scale, zeroPoint) = (scales[0], zeroPoints[0])
        for index in io.share(of: count) {
          target[index] = scale * Float(Int32(truncatingIfNeeded: source[index]) &- zeroPoint)
        }
        return
      }
      let range = io.share(of: count)
      var index = range.lowerBound
      while index < range.upperBound {
        // Without a division for each element: all of a channel, or of the last axis one of each channel.
        let (first, isLastAxis) = (index / inner % scales.count, inner == 1)
        let end = min(index + (isLastAxis ? scales.count - first : inner - index % inner), range.upperBound)
        for place in index..<end {
          let channel = isLastAxis ? first + place - index : first
          target[place] = scales[channel] * Float(Int32(truncatingIfNeeded: source[place]) &- zeroPoints[channel])
        }
        index = end
      }
    }
  }
}
