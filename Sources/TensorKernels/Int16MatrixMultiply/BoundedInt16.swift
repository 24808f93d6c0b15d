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
    let positive = Vector8(low: Vector4.zero.larger(values.low), high: Vector4.zero.larger(values.high))
    #if SIMD128
      // Larger ones become the largest of 16 bits.
      let integers = Int16Row.rounded(positive)
      return largestValue < 32767 ? pointwiseMin(integers, SIMD8(repeating: Int16(largestValue))) : integers
    #else
      let limit = Vector4(repeating: largestValue)
      return Int16Row.rounded(Vector8(low: positive.low.smaller(limit), high: positive.high.smaller(limit)))
    #endif
  }

  /// The integers of `bias + sums * scale`, which is rounded to floats once before.
  @inline(__always)
  func integers(_ sums: Vector8, times scale: Vector8, _ bias: Vector8) -> SIMD8<Int16> {
    #if SIMD128 && !RELAXED_SIMD
      // Another rounding of the product moves results by at most (3 |result| + |bias|) 2^-24, which changes an integer
      // only near the middle of two.
      var values = bias.adding(sums, times: scale)
      if is_any(Self.areNearMiddle(values.low, bias.low) | Self.areNearMiddle(values.high, bias.high)) {
        values = Vector8(
          low: multiply_add_precisely(sums.low, scale.low, bias.low),
          high: multiply_add_precisely(sums.high, scale.high, bias.high))
      }
      return integers(values)
    #else
      return integers(bias.addingRoundedOnce(sums, times: scale, isCoarse: false))
    #endif
  }

  #if SIMD128 && !RELAXED_SIMD
    @inline(__always)
    private static func areNearMiddle(_ values: Vector4, _ bias: Vector4) -> SIMD4<Int32> {
      let positive = Vector4.zero.larger(values), offset = Vector4(repeating: 12_582_912)
      let distance = magnitudes(positive - ((positive + offset) - offset))
      let limit = Vector4(repeating: 0.5 - 0x1p-20) - magnitudes(bias) * Vector4(repeating: 0x1p-23)
      let areNear = distance + positive * Vector4(repeating: 0x1p-22) .> limit
      return unsafeBitCast(areNear, to: SIMD4<Int32>.self)
    }

    @inline(__always)
    private static func magnitudes(_ values: Vector4) -> Vector4 {
      unsafeBitCast(unsafeBitCast(values, to: SIMD4<Int32>.self) & 0x7FFF_FFFF, to: Vector4.self)
    }
  #endif

  /// The upper limit of an activation that clamps from 0 to a representable limit.
  package static func limit(_ activation: Epilogue.Activation) -> Float? {
    guard case .clamp(let lower, let upper) = activation, lower == 0, limits.contains(upper) else { return nil }
    return upper
  }

  /// Scales cannot overflow or vanish here.
  private static let limits: ClosedRange<Float> = 0x1p-20...0x1p20
}
