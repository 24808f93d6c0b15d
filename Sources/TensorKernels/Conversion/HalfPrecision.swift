/// IEEE 754 half precision to single precision, on integers: baseline x86-64 has no instruction for it.
package enum HalfPrecision {
  /// The float with the value of the half with bits `bits`. Exact; NaN payloads are kept.
  @inline(__always)
  package static func float(fromBits bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let rest = UInt32(bits & 0x7FFF)
    if rest >= 0x7C00 { return Float(bitPattern: sign | 0x7F80_0000 | (rest & 0x3FF) << 13) }
    // Multiplying by 2^112 rebiases the exponent, and also normalizes subnormal halves.
    let scaled = Float(bitPattern: rest << 13) * Float(bitPattern: 0x7780_0000)
    return Float(bitPattern: scaled.bitPattern | sign)
  }

  /// Converts `count` little-endian halves at any address.
  package static func convert(
    _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutablePointer<Float>
  ) {
    for i in PreparationCode.convertHalves(count, from: source, to: target)..<count {
      target[i] = float(fromBits: UInt16(littleEndian: source.loadUnaligned(fromByteOffset: i * 2, as: UInt16.self)))
    }
  }
}
