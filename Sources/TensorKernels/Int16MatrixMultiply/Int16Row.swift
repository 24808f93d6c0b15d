/// A row of 14-bit signed integers, and its layout in scratch. Each four rows from the first one of a call are a group
/// with one scale, computed and multiplied by the channels' scales once.
///
///     scratch:  | largest magnitudes ×8 | row | row | …, whole groups
///     row:      | scale ×4 | inverse ×4 | q0 q1 q2 …, zeros up to a multiple of 16 |
///
///     scale = largest magnitude · (1 / 8191),    q[k] = input[k] · (8191 / largest magnitude), rounded
///
/// Magnitudes are compared as integers, which have the order of floats, with NaN above infinity.
package struct Int16Row {
  /// Rows with one scale. Units and bands begin with a group, so that results do not depend on the division of work.
  package static let rowsPerGroup = 4
  /// Sums of 2^18 of these fit in 32 bits.
  package static let largestValue: Float = 8191
  /// Multiplied instead of dividing, for a single rounding.
  package static let scaleOfOne = 1 / largestValue
  /// Minimum magnitude for a group's scale.
  package static let smallestMagnitude: Float = 0x1p-100
  /// Groups with larger values, or ones that are not finite, use float32.
  static let largestMagnitude: Float = 0x1p100

  /// Values of a row in scratch, zero-padded.
  static func paddedDepth(_ depth: Int) -> Int { (depth + 15) / 16 * 16 }
  /// Bytes of the largest magnitudes over all groups, each in some lane.
  package static let statusByteCount = 32
  /// Bytes of a row's scale and inverse, and offset of the inverse.
  package static let scaleByteCount = 32, inverseOffset = 16
  /// Bytes between rows.
  package static func byteCount(depth: Int) -> Int { scaleByteCount + paddedDepth(depth) * 2 }
  static func scratchCount(rows: Int, depth: Int) -> Int {
    (statusByteCount + (rows + rowsPerGroup - 1) / rowsPerGroup * rowsPerGroup * byteCount(depth: depth)) / 4
  }

  /// Converts a float to its integer, before rounding.
  let inverse: Float
  /// The value of the integer 1.
  let scale: Float

  /// The scales of a group with this largest magnitude.
  init(largest bits: Int32) {
    let largest = max(Float(bitPattern: UInt32(bitPattern: bits)), Self.smallestMagnitude)
    inverse = Self.largestValue / largest
    scale = largest * Self.scaleOfOne
  }

  static func isConverted(largest bits: Int32) -> Bool { bits <= Int32(bitPattern: largestMagnitude.bitPattern) }

  /// The bits of a magnitude.
  static func magnitude(_ value: Float) -> Int32 { Int32(bitPattern: value.bitPattern & 0x7FFF_FFFF) }

  static func largestMagnitude(_ row: UnsafePointer<Float>, count: Int) -> Int32 {
    var (largest, k) = (SIMD8<Int32>(), 0)
    while k + 8 <= count {
      let bits = UnsafeRawPointer(row + k).loadUnaligned(as: SIMD8<Int32>.self) & 0x7FFF_FFFF
      largest.replace(with: bits, where: bits .> largest)
      k += 8
    }
    var result = largest.max()
    while k < count {
      result = max(result, magnitude(row[k]))
      k += 1
    }
    return result
  }

  /// The nearest integer, ties to even.
  ///
  /// - Precondition: the magnitude is below 2^22, so that adding 1.5 · 2^23 leaves no fraction.
  @inline(__always)
  static func rounded(_ value: Float) -> Int32 {
    Int32(bitPattern: (value + 12_582_912).bitPattern) &- Int32(bitPattern: Float(12_582_912).bitPattern)
  }

  /// The same, of values that fit in 16 bits; with SIMD128, larger ones become the largest of these.
  @inline(__always)
  static func rounded(_ values: Vector8) -> SIMD8<Int16> {
    let offset = Vector4(repeating: 12_582_912)
    let (low, high) = (values.low + offset, values.high + offset)
    #if SIMD128
      let bits = unsafeBitCast(offset, to: SIMD4<Int32>.self)
      return narrow_integers(
        unsafeBitCast(low, to: SIMD4<Int32>.self) &- bits, unsafeBitCast(high, to: SIMD4<Int32>.self) &- bits)
    #else
      // The low half of such a float is the integer.
      let both = SIMD16<Int16>(
        lowHalf: unsafeBitCast(low, to: SIMD8<Int16>.self), highHalf: unsafeBitCast(high, to: SIMD8<Int16>.self))
      return both.evenHalf
    #endif
  }

  /// Converts the next eight values of a row, of which `count` exist; the others are zero.
  @inline(__always)
  func converted(_ row: UnsafePointer<Float>, count: Int) -> SIMD8<Int16> {
    let inverses = Vector4(repeating: inverse)
    guard count < 8 else {
      let values = Vector8(loading: row)
      return Self.rounded(Vector8(low: values.low * inverses, high: values.high * inverses))
    }
    return convertedPart(row, count: count)
  }

  @inline(never)
  private func convertedPart(_ row: UnsafePointer<Float>, count: Int) -> SIMD8<Int16> {
    var values = SIMD8<Int16>()
    for k in 0..<count { values[k] = Int16(truncatingIfNeeded: Self.rounded(row[k] * inverse)) }
    return values
  }
}
