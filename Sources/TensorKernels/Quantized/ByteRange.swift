/// A quantized byte tensor's type, zero point, and limits of results.
package struct ByteRange: Sendable, Hashable {
  /// int8, otherwise uint8.
  package let isSigned: Bool
  package let zeroPoint: Int32
  /// The limits of results, including those of a fused activation.
  package let lower: Int32, upper: Int32

  /// - Precondition: limits and zero point are in the type's range.
  package init(isSigned: Bool, zeroPoint: Int, limits: ClosedRange<Int>) {
    self.isSigned = isSigned
    self.zeroPoint = Int32(zeroPoint)
    (lower, upper) = (Int32(limits.lowerBound), Int32(limits.upperBound))
  }

  package init(isSigned: Bool, zeroPoint: Int) {
    self.init(isSigned: isSigned, zeroPoint: zeroPoint, limits: isSigned ? -128...127 : 0...255)
  }

  /// Whether the limits are narrower than the type.
  package var hasLimits: Bool { lower > (isSigned ? -128 : 0) || upper < (isSigned ? 127 : 255) }

  /// What code depends on; other values are canonical.
  package var form: ByteRange {
    ByteRange(isSigned: isSigned, zeroPoint: 0, limits: hasLimits ? 0...0 : isSigned ? -128...127 : 0...255)
  }

  package var element: NumberType { isSigned ? .int8 : .uint8 }

  /// Adds the zero point, clamps, and converts to a byte.
  @inline(__always)
  package func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(lower, min(value &+ zeroPoint, upper))) }

  /// The possible sums of a bias and the products of any bytes with weights that have these sums of negative and
  /// positive weights.
  package func sums(bias: Int32, negative: Int, positive: Int) -> ClosedRange<Int> {
    let (minimum, maximum) = (Int(integer(isSigned ? 0x80 : 0)), Int(integer(isSigned ? 0x7F : 0xFF)))
    return Int(bias) + negative * maximum + positive * minimum...Int(bias) + negative * minimum + positive * maximum
  }

  /// A byte minus the zero point.
  @inline(__always)
  package func integer(_ byte: UInt8) -> Int32 {
    (isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)) &- zeroPoint
  }

  /// The bytes of a filter minus the zero point.
  package func integers(_ bytes: UnsafeRawBufferPointer) -> [Int16] {
    let zero = Int16(zeroPoint)
    return [Int16](unsafeUninitializedCapacity: bytes.count) { integers, count in
      // One loop per type, which the compiler vectorizes.
      if isSigned {
        for index in 0..<bytes.count { integers[index] = Int16(Int8(bitPattern: bytes[index])) &- zero }
      } else {
        for index in 0..<bytes.count { integers[index] = Int16(bytes[index]) &- zero }
      }
      count = bytes.count
    }
  }
}

extension ByteRange {
  /// Zero point and limits as signed bytes; unsigned ones less 128.
  package var signed: (zeroPoint: Int32, lower: Int32, upper: Int32) {
    let shift: Int32 = isSigned ? 0 : 128
    return (zeroPoint - shift, lower - shift, upper - shift)
  }
}
