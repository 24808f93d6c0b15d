import MudraPlatform

/// A positive real factor in fixed point, `multiplier · 2^(shift − 31)` with a 31-bit multiplier. Products round like
/// those of gemmlowp and TFLite's reference kernels, so that quantized results equal TFLite's to the bit.
package struct FixedPointMultiplier: Sendable, Hashable {
  package enum Rounding: Sendable, Hashable, CaseIterable {
    /// To an integer at once, ties up.
    case once
    /// After the high multiply, ties up, then after the division by a power of two, ties away from zero.
    case twice
  }

  package let multiplier: Int32
  /// The positive and the negative part of the shift.
  package let left: Int32, right: Int32

  /// TFLite's `QuantizeMultiplier`.
  package init(_ factor: Double) {
    guard factor > 0, factor.isFinite else {
      self.init(multiplier: 0, exponent: 0)
      return
    }
    var exponent: Int32 = 0
    var fixed = Int64((frexp(factor, &exponent) * 0x1p31).rounded(.toNearestOrAwayFromZero))
    if fixed == 1 << 31 {
      fixed /= 2
      exponent += 1
    }
    if exponent < -31 { (fixed, exponent) = (0, 0) }
    if exponent > 30 { (fixed, exponent) = (1 << 31 - 1, 30) }
    self.init(multiplier: Int32(fixed), exponent: exponent)
  }

  init(multiplier: Int32, exponent: Int32) {
    self.multiplier = multiplier
    (left, right) = (max(exponent, 0), max(-exponent, 0))
  }

  package var value: Double { Double(multiplier) * Double(bitPattern: UInt64(1023 + left - right - 31) << 52) }

  /// Half of the divisor in ``product(_:)``.
  @inline(__always)
  package var half: Int32 { right == 0 ? 0 : 1 &<< (right &- 1) }

  /// Added to negative values before that division: −1, which rounds ties away from zero; 0 without a division.
  @inline(__always)
  package var tieMask: Int32 { right == 0 ? 0 : -1 }

  /// `value` times the factor, rounded twice: gemmlowp's `SaturatingRoundingDoublingHighMul`, then
  /// `RoundingDivideByPOT`.
  @inline(__always)
  package func product(_ value: Int32) -> Int32 {
    let wide = Int64(value &<< left) &* Int64(multiplier)
    let high = Int32(truncatingIfNeeded: (wide &+ 1 << 30) &>> 31)
    return (high &+ half &+ (high &>> 31 & tieMask)) &>> right
  }

  /// `value` times the factor, rounded once.
  @inline(__always)
  package func productRoundedOnce(_ value: Int32) -> Int32 {
    let shift = Int64(31 &- left &+ right)
    let wide = Int64(value) &* Int64(multiplier)
    return Int32(truncatingIfNeeded: (wide &+ (1 &<< (shift &- 1))) &>> shift)
  }

  @inline(__always)
  package func product(_ value: Int32, _ rounding: Rounding) -> Int32 {
    rounding == .twice ? product(value) : productRoundedOnce(value)
  }
}
