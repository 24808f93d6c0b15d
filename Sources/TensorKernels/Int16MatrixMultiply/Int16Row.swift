import MachineCode

/// A row in 13 bits and a sign, and its layout in scratch. Four neighboring rows, counted from the first one of a call,
/// are a group with one scale: it is found, and multiplied with those of the channels, once for all of them.
///
///     scratch:  | largest magnitudes ×8 | row | row | …, whole groups
///     row:      | scale ×4 | inverse ×4 | q0 q1 q2 …, zeros up to a multiple of 16 |
///
///     scale = largest magnitude · (1 / 8191),    q[k] = input[k] · (8191 / largest magnitude), rounded
///
/// Magnitudes are found as integers, whose order is that of the floats, with NaN above infinity.
struct Int16Row: EmittedCode {
  /// Rows with a common scale. Units and bands begin with a group, so that nothing depends on who computes them.
  static let rowsPerGroup = 4
  /// The largest value: sums of 2^18 of them fit in 32 bits.
  static let largestValue: Float = 8191
  /// What a value is multiplied by for the scale: one rounding, without a division.
  static let scaleOfOne = 1 / largestValue
  /// Groups of smaller numbers only have the scale of this one.
  static let smallestMagnitude: Float = 0x1p-100
  /// A group with a larger number, or one that is not finite, has float32 sums.
  static let largestMagnitude: Float = 0x1p100

  /// The number of values, zeros at the end included, in scratch.
  static func paddedDepth(_ depth: Int) -> Int { (depth + 15) / 16 * 16 }
  /// Bytes of the largest magnitudes of all groups, each in some lane.
  static let statusByteCount = 32
  /// Bytes of a row's scale and inverse, and those to the inverse.
  static let scaleByteCount = 32, inverseOffset = 16
  /// Bytes from a row to the next.
  static func byteCount(depth: Int) -> Int { scaleByteCount + paddedDepth(depth) * 2 }
  /// Floats of scratch for some rows, in whole groups.
  static func scratchCount(rows: Int, depth: Int) -> Int {
    (statusByteCount + (rows + rowsPerGroup - 1) / rowsPerGroup * rowsPerGroup * byteCount(depth: depth)) / 4
  }

  /// What is converted: a value of the row times this is a value of 13 bits and a sign.
  let inverse: Float
  /// What a value of 13 bits and a sign stands for.
  let scale: Float

  /// The scales of a group with a largest magnitude.
  init(largest bits: Int32) {
    let largest = max(Float(bitPattern: UInt32(bitPattern: bits)), Self.smallestMagnitude)
    inverse = Self.largestValue / largest
    scale = largest * Self.scaleOfOne
  }

  /// Whether a group with this largest magnitude can be converted.
  static func isConverted(largest bits: Int32) -> Bool { bits <= Int32(bitPattern: largestMagnitude.bitPattern) }

  /// The bits of a magnitude.
  static func magnitude(_ value: Float) -> Int32 { Int32(bitPattern: value.bitPattern & 0x7FFF_FFFF) }

  /// The largest magnitude of a row, or of several.
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

  /// A value rounded to the nearest integer, ties to even.
  ///
  /// - Precondition: its magnitude is less than 2^22: a float of 1.5 · 2^23 has no bits for fractions.
  @inline(__always)
  static func rounded(_ value: Float) -> Int32 {
    Int32(bitPattern: (value + 12_582_912).bitPattern) &- Int32(bitPattern: Float(12_582_912).bitPattern)
  }

  /// The same for eight values.
  @inline(__always)
  static func rounded(_ values: Vector8) -> SIMD8<Int16> {
    let offset = Vector4(repeating: 12_582_912)
    let (low, high) = (values.low + offset, values.high + offset)
    // The low half of a float of this size is the integer.
    let both = SIMD16<Int16>(
      lowHalf: unsafeBitCast(low, to: SIMD8<Int16>.self), highHalf: unsafeBitCast(high, to: SIMD8<Int16>.self))
    return both.evenHalf
  }

  /// The next eight values of a row, of which `count` are left, converted; zeros past the last one.
  @inline(__always)
  func converted(_ row: UnsafePointer<Float>, count: Int) -> SIMD8<Int16> {
    let inverses = Vector4(repeating: inverse)
    guard count < 8 else {
      let values = Vector8(loading: row)
      return Self.rounded(Vector8(low: values.low * inverses, high: values.high * inverses))
    }
    var values = SIMD8<Int16>()
    for k in 0..<count { values[k] = Int16(truncatingIfNeeded: Self.rounded(row[k] * inverse)) }
    return values
  }
}
