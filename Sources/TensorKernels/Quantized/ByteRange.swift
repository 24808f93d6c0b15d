/// The bytes of a quantized tensor: whether they have a sign, which of them stands for zero, and the limits of results.
package struct ByteRange: Sendable, Hashable {
  /// Whether bytes are int8, otherwise uint8.
  package let isSigned: Bool
  /// The integer that stands for zero.
  package let zeroPoint: Int32
  /// The limits of results, among them those of a fused activation.
  package let lower: Int32, upper: Int32

  /// Bytes of a type.
  ///
  /// - Precondition: the limits are in the range of the type, and the zero point is, too.
  package init(isSigned: Bool, zeroPoint: Int, limits: ClosedRange<Int>) {
    self.isSigned = isSigned
    self.zeroPoint = Int32(zeroPoint)
    (lower, upper) = (Int32(limits.lowerBound), Int32(limits.upperBound))
  }

  /// All bytes of a type.
  package init(isSigned: Bool, zeroPoint: Int) {
    self.init(isSigned: isSigned, zeroPoint: zeroPoint, limits: isSigned ? -128...127 : 0...255)
  }

  /// Whether the limits are narrower than the type.
  var hasLimits: Bool { lower > (isSigned ? -128 : 0) || upper < (isSigned ? 127 : 255) }

  /// The same with other numbers: what code depends on.
  var form: ByteRange {
    ByteRange(isSigned: isSigned, zeroPoint: 0, limits: hasLimits ? 0...0 : isSigned ? -128...127 : 0...255)
  }

  /// The type of the bytes.
  package var element: NumberType { isSigned ? .int8 : .uint8 }

  /// An integer relative to the zero point, within the limits, as a byte.
  @inline(__always)
  package func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(lower, min(value &+ zeroPoint, upper))) }

  /// The range of a bias and products of any bytes with weights, of which those below and above zero have these sums.
  package func sums(bias: Int32, negative: Int, positive: Int) -> ClosedRange<Int> {
    let (least, most) = (Int(integer(isSigned ? 0x80 : 0)), Int(integer(isSigned ? 0x7F : 0xFF)))
    return Int(bias) + negative * most + positive * least...Int(bias) + negative * least + positive * most
  }

  /// What a byte stands for, as an integer.
  @inline(__always)
  package func integer(_ byte: UInt8) -> Int32 {
    (isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)) &- zeroPoint
  }

  /// What the bytes of a filter stand for.
  package func integers(_ bytes: UnsafeRawBufferPointer) -> [Int16] {
    let zero = Int16(zeroPoint)
    return [Int16](unsafeUninitializedCapacity: bytes.count) { integers, count in
      // A loop for each sign: the compiler makes vectors of them.
      if isSigned {
        for index in 0..<bytes.count { integers[index] = Int16(Int8(bitPattern: bytes[index])) &- zero }
      } else {
        for index in 0..<bytes.count { integers[index] = Int16(bytes[index]) &- zero }
      }
      count = bytes.count
    }
  }
}

extension ByteRowCode.Constants {
  /// Zero point and limits of the results.
  mutating func set(output: ByteRange) {
    setOutput(zeroPoint: output.zeroPoint, lower: output.lower, upper: output.upper)
  }
}
