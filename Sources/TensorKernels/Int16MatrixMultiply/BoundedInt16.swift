/// Values from 0 to a limit, such as results of RELU6, as 16-bit integers with a fixed scale: no maximum is sought, and
/// no floats are stored and converted.
///
///     q = round(min(max(x · (largestValue / limit), 0), largestValue)),    x ≈ q · (limit / largestValue)
///
/// NaN becomes zero.
package struct BoundedInt16: Sendable, Hashable {
  /// The integer of the limit.
  package let largestValue: Float

  /// For sums with weights of at most 2^18 in total, as in ``Int16Row``.
  package static let terms = BoundedInt16(largestValue: Int16Row.largestValue)
  /// The largest 16-bit values, for sums with weights of at most 2^16 in total.
  static let wide = BoundedInt16(largestValue: 32767)

  /// The value of the integer 1.
  func scale(limit: Float) -> Float { limit / largestValue }
  func factor(limit: Float) -> Float { largestValue / limit }

  /// The integer of a value already multiplied by the factor.
  @inline(__always)
  func integer(_ value: Float) -> Int16 {
    // NaN compares false.
    value > 0 ? Int16(truncatingIfNeeded: Int16Row.rounded(min(value, largestValue))) : 0
  }

  @inline(__always)
  func integers(_ values: Vector8) -> SIMD8<Int16> {
    // NaN compares false.
    func limited(_ values: Vector4) -> Vector4 {
      Vector4.zero.larger(values).smaller(Vector4(repeating: largestValue))
    }
    return Int16Row.rounded(Vector8(low: limited(values.low), high: limited(values.high)))
  }

  /// The upper limit of an activation that clamps from 0 to a representable limit.
  package static func limit(_ activation: Epilogue.Activation) -> Float? {
    guard case .clamp(let lower, let upper) = activation, lower == 0, limits.contains(upper) else { return nil }
    return upper
  }

  /// Scales cannot overflow or vanish here.
  private static let limits: ClosedRange<Float> = 0x1p-20...0x1p20
}
