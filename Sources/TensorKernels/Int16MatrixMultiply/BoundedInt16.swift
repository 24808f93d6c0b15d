/// Values from 0 to a limit, as RELU6 leaves them, in 16-bit integers of a fixed scale: neither their largest one is
/// looked for, nor are they stored as floats and converted.
///
///     q = round(min(max(x · (largestValue / limit), 0), largestValue)),    x ≈ q · (limit / largestValue)
///
/// What is not a number counts as zero.
struct BoundedInt16: Sendable, Hashable {
  /// The integer of the limit.
  let largestValue: Float

  /// Terms of sums with weights that add up to 2^18, as in ``Int16Row``.
  static let terms = BoundedInt16(largestValue: Int16Row.largestValue)
  /// The largest that 16 bits hold: terms of sums with weights that add up to 2^16.
  static let wide = BoundedInt16(largestValue: 32767)

  /// What an integer stands for is it times this.
  func scale(limit: Float) -> Float { limit / largestValue }
  /// A value times this is its integer, before rounding.
  func factor(limit: Float) -> Float { largestValue / limit }

  /// The integer of a value that has been multiplied by the factor.
  @inline(__always)
  func integer(_ value: Float) -> Int16 {
    // A comparison with NaN is false.
    value > 0 ? Int16(truncatingIfNeeded: Int16Row.rounded(min(value, largestValue))) : 0
  }

  /// The same for eight values.
  @inline(__always)
  func integers(_ values: Vector8) -> SIMD8<Int16> {
    // A comparison with NaN is false.
    func limited(_ values: Vector4) -> Vector4 {
      Vector4.zero.larger(values).smaller(Vector4(repeating: largestValue))
    }
    return Int16Row.rounded(Vector8(low: limited(values.low), high: limited(values.high)))
  }

  /// The limit of values that have an activation, if they are between 0 and a limit that has a scale.
  static func limit(_ activation: Epilogue.Activation) -> Float? {
    guard case .clamp(let lower, let upper) = activation, lower == 0, limits.contains(upper) else { return nil }
    return upper
  }

  /// Far from where scales would overflow or vanish.
  private static let limits: ClosedRange<Float> = 0x1p-20...0x1p20
}
