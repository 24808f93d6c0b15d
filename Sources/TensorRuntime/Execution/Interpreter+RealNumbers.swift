import TFLiteFormat
import TensorKernels

extension Interpreter {
  /// Sets input `index` to real numbers: unchanged for floats, rounded for plain integers, quantized if the tensor has
  /// scales: `limits(zeroPoint + round(x / scale))`, ties away from zero, like TFLite's `QUANTIZE`.
  ///
  /// - Precondition: there is one number for each element.
  /// - Returns: false, without setting anything, for elements other than integers and 32-bit or 64-bit floats.
  @discardableResult
  public func setInput(_ index: Int, toRealNumbers numbers: [Float]) -> Bool {
    let input = inputs[index]
    precondition(numbers.count == input.elementCount, "input \(index) has \(input.elementCount) elements")
    return withInput(index) { input.write(numbers, to: $0) }
  }

  /// The real values of output `index` after a run: dequantized by `scale · (integer − zeroPoint)` if it has scales.
  /// Nil for elements that are neither integers nor floats.
  public func realNumbers(ofOutput index: Int) -> [Float]? {
    withOutput(index) { outputs[index].realNumbers(in: $0) }
  }
}

extension TensorDescription {
  /// The real values of the elements.
  package func realNumbers(in bytes: UnsafeRawBufferPointer) -> [Float]? {
    switch elementType {
    case .float16:
      [Float](unsafeUninitializedCapacity: elementCount) { numbers, count in
        count = elementCount
        guard let source = bytes.baseAddress, let target = numbers.baseAddress else { return }
        HalfPrecision.convert(count, from: source.assumingMemoryBound(to: UInt16.self), to: target)
      }
    case .float32: Array(bytes.assumingMemoryBound(to: Float.self))
    case .float64: bytes.assumingMemoryBound(to: Double.self).map { Float($0) }
    case .int8: real(bytes, Int8.self)
    case .uint8: real(bytes, UInt8.self)
    case .int16: real(bytes, Int16.self)
    case .uint16: real(bytes, UInt16.self)
    case .int32: real(bytes, Int32.self)
    case .uint32: real(bytes, UInt32.self)
    case .int64: real(bytes, Int64.self)
    case .uint64: real(bytes, UInt64.self)
    default: nil
    }
  }

  private func real<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ type: T.Type) -> [Float] {
    let elements = bytes.assumingMemoryBound(to: type)
    guard let scales = ElementScales(self) else { return elements.map { Float($0) } }
    return elements.indices.map { index in
      let (scale, zeroPoint) = scales[index]
      return Float(Double(scale) * (Double(elements[index]) - Double(zeroPoint)))
    }
  }

  /// Stores real values as elements; false for other element types.
  package func write(_ numbers: [Float], to bytes: UnsafeMutableRawBufferPointer) -> Bool {
    switch elementType {
    case .float32: numbers.withUnsafeBytes { bytes.copyMemory(from: $0) }
    case .float64: numbers.map { Double($0) }.withUnsafeBytes { bytes.copyMemory(from: $0) }
    case .int8: write(numbers, bytes, Int8.self)
    case .uint8: write(numbers, bytes, UInt8.self)
    case .int16: write(numbers, bytes, Int16.self)
    case .uint16: write(numbers, bytes, UInt16.self)
    case .int32: write(numbers, bytes, Int32.self)
    case .uint32: write(numbers, bytes, UInt32.self)
    case .int64: write(numbers, bytes, Int64.self)
    case .uint64: write(numbers, bytes, UInt64.self)
    default: return false
    }
    return true
  }

  private func write<T: FixedWidthInteger>(
    _ numbers: [Float], _ bytes: UnsafeMutableRawBufferPointer, _ type: T.Type
  ) {
    let (elements, scales) = (bytes.assumingMemoryBound(to: type), ElementScales(self))
    for (index, number) in numbers.enumerated() {
      let (scale, zeroPoint) = scales?[index] ?? (1, 0)
      let value = (number / scale).rounded(.toNearestOrAwayFromZero) + Float(zeroPoint)
      // NaN becomes the lower limit.
      elements[index] = T(exactly: value) ?? (value > 0 ? .max : .min)
    }
  }
}

/// The scale and zero point of each element.
private struct ElementScales {
  private let scales: [Float]
  private let zeroPoints: [Int]
  /// Consecutive elements with one scale.
  private let inner: Int

  /// Nil without quantization.
  init?(_ tensor: TensorDescription) {
    guard let quantization = tensor.quantization else { return nil }
    (scales, zeroPoints) = (quantization.scales, quantization.zeroPoints)
    inner = scales.count == 1 ? 0 : tensor.shape.dropFirst(quantization.axis + 1).reduce(1, *)
  }

  subscript(index: Int) -> (scale: Float, zeroPoint: Int) {
    let channel = inner == 0 ? 0 : index / inner % scales.count
    return (scales[channel], zeroPoints[channel])
  }
}
