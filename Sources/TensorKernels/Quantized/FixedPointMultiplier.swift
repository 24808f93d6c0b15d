import MudraPlatform

/// A positive real factor in fixed point, `multiplier · 2^(shift − 31)` with a multiplier of 31 bits, whose products
/// are rounded like those of gemmlowp and TFLite's reference kernels, so that quantized results equal TFLite's to the
/// bit.
package struct FixedPointMultiplier: Sendable, Hashable {
  private let multiplier: Int64
  private let left: Int32, right: Int32

  /// The nearest factor (TFLite's `QuantizeMultiplier`).
  package init(_ factor: Double) {
    guard factor > 0, factor.isFinite else {
      (multiplier, left, right) = (0, 0, 0)
      return
    }
    var exponent: Int32 = 0
    var fixed = Int64((frexp(factor, &exponent) * Double(1 << 31)).rounded(.toNearestOrAwayFromZero))
    if fixed == 1 << 31 {
      fixed /= 2
      exponent += 1
    }
    if exponent < -31 { (fixed, exponent) = (0, 0) }
    if exponent > 30 { (fixed, exponent) = (1 << 31 - 1, 30) }
    multiplier = fixed
    (left, right) = (max(exponent, 0), max(-exponent, 0))
  }

  /// `value` times the factor: the high half of the doubled product, rounded, then divided by a power of two, rounded
  /// to nearest with ties away from zero.
  @inline(__always)
  package func product(_ value: Int32) -> Int32 {
    let wide = Int64(value &<< left) &* multiplier
    // Division truncates toward zero, as in C; an arithmetic shift of a negative number would round the other way.
    let nudged = wide &+ (wide >= 0 ? 1 << 30 : 1 &- (1 << 30))
    let high = Int32(truncatingIfNeeded: (nudged &+ (nudged < 0 ? (1 << 31) &- 1 : 0)) &>> 31)
    let mask = Int32((Int64(1) &<< Int64(right)) &- 1)
    let threshold = (mask &>> 1) &+ (high < 0 ? 1 : 0)
    return (high &>> right) &+ ((high & mask) > threshold ? 1 : 0)
  }
}
