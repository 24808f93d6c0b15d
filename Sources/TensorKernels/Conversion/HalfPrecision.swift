/// IEEE 754 half precision to single precision, on integers: baseline x86-64 has no instruction for it.
package enum HalfPrecision {
  /// Halves that become floats.
  package struct Problem: KernelProblem {
    package let count: Int

    package init(count: Int) { self.count = count }

    package var element: NumberType { .int16 }
    package var work: Int { KernelWork.of(count) }
  }

  /// A unit is an element.
  package static let family = KernelFamily<Problem, any UnitKernel>("half widening") { problem, _ in
    LoopKernel(problem.count) {
      convert($0.count, from: $1.inputBytes(0) + 2 * $0.lowerBound, to: $1.output() + $0.lowerBound)
    }
  }

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

  /// The half nearest to a float, the even one of two; NaN stays NaN, with a quiet payload.
  @inline(__always)
  package static func bits(nearestTo value: Float) -> UInt16 {
    let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16) & 0x8000
    let magnitude = value.magnitude
    if magnitude.isNaN { return sign | 0x7E00 | UInt16(truncatingIfNeeded: value.bitPattern >> 13) & 0x3FF }
    // 65520 and more round to infinity.
    if magnitude >= 65520 { return sign | 0x7C00 }
    // Below the least normal half, adding 0.5 leaves the multiples of 2^−24 in the lowest bits.
    if magnitude < 0x1p-14 { return sign | UInt16(truncatingIfNeeded: (magnitude + 0.5).bitPattern) }
    let bits = magnitude.bitPattern
    // The exponent is rebiased by 112; ties go to the even one.
    return sign | UInt16(truncatingIfNeeded: (bits &- 112 << 23 &+ 0xFFF &+ (bits >> 13 & 1)) >> 13)
  }

  /// Rounds a range of floats.
  static func round(
    _ elements: Range<Int>, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<UInt16>
  ) {
    for index in elements { target[index] = bits(nearestTo: source[index]) }
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
