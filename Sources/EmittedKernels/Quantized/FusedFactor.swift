import TensorKernels

/// A ``FixedPointMultiplier`` in floats, for sums of a known range: two fused multiply-adds and a conversion give the
/// integers of ``FixedPointMultiplier/product(_:)``.
///
///     product = ⌊(⌊high · sum + (low · sum ± offset)⌋ + 1) / 2⌋     the sign is that of the sum
///
/// As ⌊⌊x⌋ / n⌋ = ⌊x / n⌋, gemmlowp's two roundings (fixedpoint.h: `SaturatingRoundingDoublingHighMul`, then
/// `RoundingDivideByPOT`) equal ⌊factor · sum + ½ ± 2^(−right − 1)⌋: the last term is the first one's ½, less 1 for
/// negative values, whose ties round away from zero, divided by 2^right. `high + low` is exactly twice the factor,
/// whose 31 bits exceed a float's, and `offset` is 2^−right, or 0 without a shift. The outer multiply-add rounds down;
/// only the inner one is inexact, and sums where that could change the product are verified.
package struct FusedFactor: Hashable {
  let high: Float, low: Float, offset: Float

  /// The same product for all sums, which have its sign unless it is zero.
  init(constant product: Int) {
    // A negative sum gives −1, which is rounded up.
    self.init(high: 0, low: 0, offset: product == 0 ? 0.5 : Float(abs(product) * 2))
  }

  fileprivate init(high: Float, low: Float, offset: Float) { (self.high, self.low, self.offset) = (high, low, offset) }

  /// Nil if a sum of the range might give another byte.
  package init?(_ factor: FixedPointMultiplier, sums: ClosedRange<Int>, output: ByteRange) {
    guard factor.multiplier > 0 else {
      self.init(constant: 0)
      return
    }
    let largest = Int64(max(-sums.lowerBound, sums.upperBound))
    // Without overflow, products increase with sums, and twice a product fits in 32 bits.
    guard largest << Int64(factor.left) < 1 << 31, Double(largest) * factor.value < 0x1p30,
      (largest * Int64(factor.multiplier) << Int64(factor.left)) >> 31 + Int64(factor.half) + 1 < Int64(1) << 31
    else { return nil }
    func product(_ sum: Int) -> Int { Int(factor.product(Int32(sum))) }
    let limits = Int(output.lower - output.zeroPoint)...Int(output.upper - output.zeroPoint)
    let (minimum, maximum) = (product(sums.lowerBound), product(sums.upperBound))
    let constant = min(max(minimum, limits.lowerBound), limits.upperBound)
    if constant == min(max(maximum, limits.lowerBound), limits.upperBound),
      constant == 0 || sums.lowerBound > 0 && constant > 0 || sums.upperBound < 0 && constant < 0
    {
      self.init(constant: constant)
      return
    }
    let double = factor.value * 2
    // Without a right shift, a factor is rounded once.
    let offset = factor.right == 0 ? 0 : Float(bitPattern: UInt32(127 - factor.right) << 23)
    self.init(high: Float(double), low: Float(double - Double(Float(double))), offset: offset)
    // Products step up by one at these places between sums.
    let period = 1 / factor.value, nudge = period * Double(offset) / 2
    let (first, last) = (max(minimum, limits.lowerBound + 1), min(maximum + 1, limits.upperBound))
    func place(_ next: Int) -> Double { (Double(next) - 0.5) * period + (next > 0 ? -nudge : nudge) }
    guard first <= last else { return }
    // Floats are exact up to here.
    guard max(abs(place(first)), abs(place(last))) < 0x1p24 - 3 else { return nil }
    // Verifies the sums next to a step that is close to a sum.
    func isRight(_ next: Int) -> Bool {
      let above = Int(place(next).rounded(.up))
      return (above - 1...above + 1).allSatisfy { self.product($0) == product($0) }
    }
    // Half an ulp of the inner sum, which is below 2⁻¹⁴ plus the offset.
    let distance = period * (Double(offset) + 0x1p-14) * 0x1p-24
    for (first, last) in [(first, min(last, 0)), (max(first, 1), last)] where first <= last {
      let isExact = NearWholes.allSatisfy(last - first + 1, from: place(first), step: period, within: distance) {
        isRight(first + $0)
      }
      guard isExact else { return nil }
    }
  }

  /// The product as the instructions compute it.
  package func product(_ sum: Int) -> Int {
    let inner = Double((sum < 0 ? -offset : offset).addingProduct(low, Float(sum)))
    guard high > 0 else { return (Int(inner.rounded(.down)) + 1) >> 1 }
    // Doubles hold a product of two floats, and its remainder, exactly.
    let outer = Double(high) * Double(sum)
    let whole = outer.rounded(.down), rest = outer - whole
    let carry = rest < -inner ? -1 : rest - 1 >= -inner ? 1 : 0
    return (Int(whole) + carry + 1) >> 1
  }
}

/// The factors of sixteen channels as emitted code reads them; other lanes are zero.
struct FusedFactorLanes {
  let high: SIMD16<Float>, low: SIMD16<Float>, offset: SIMD16<Float>
}
