/// A fixed-point factor for sums of a known range as floats: two fused multiply-adds and a conversion give the integers
/// of ``FixedPointMultiplier/product(_:)``.
///
///     product = ⌊(⌊high · sum + (low · sum ± offset)⌋ + 1) / 2⌋     the sign is that of the sum
///
/// `high + low` is twice the factor, exactly: its 31 bits are a float and a rest. Of the two roundings the first one
/// takes half a unit more for an integer, that of ties away from zero takes half a unit less from negative numbers:
/// these are the offset. The outer sum is rounded down, and integers are floats, so that it is below an integer where
/// the exact sum is. Only the inner one is inexact, by far less than what is between two sums; those that might be told
/// apart wrongly are tried.
package struct FusedFactor: Hashable {
  let high: Float, low: Float, offset: Float

  /// Gives a product for all sums, whose signs are its own if it is not zero.
  private init(constant product: Int) {
    // A sum below zero gives -1, which is rounded up.
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
    // Nothing wraps around, so that products increase with sums, and twice a product is a 32-bit integer.
    guard largest << Int64(factor.left) < 1 << 31, Double(largest) * factor.value < 0x1p30,
      (largest * Int64(factor.multiplier) << Int64(factor.left)) >> 31 + Int64(factor.half) + 1 < 1 << 31
    else { return nil }
    func product(_ sum: Int) -> Int { Int(factor.product(Int32(sum))) }
    let limits = Int(output.lower - output.zeroPoint)...Int(output.upper - output.zeroPoint)
    let (least, most) = (product(sums.lowerBound), product(sums.upperBound))
    let constant = min(max(least, limits.lowerBound), limits.upperBound)
    if constant == min(max(most, limits.lowerBound), limits.upperBound),
      constant == 0 || sums.lowerBound > 0 && constant > 0 || sums.upperBound < 0 && constant < 0
    {
      self.init(constant: constant)
      return
    }
    let double = factor.value * 2
    // A factor of at least a half is rounded once.
    let offset = factor.right == 0 ? 0 : Float(bitPattern: UInt32(127 - factor.right) << 23)
    self.init(high: Float(double), low: Float(double - Double(Float(double))), offset: offset)
    // Where products become one more, between two sums.
    let period = 1 / factor.value, nudge = period * Double(offset) / 2
    let (first, last) = (max(least, limits.lowerBound + 1), min(most + 1, limits.upperBound))
    func place(_ next: Int) -> Double { (Double(next) - 0.5) * period + (next > 0 ? -nudge : nudge) }
    guard first <= last else { return }
    // Floats hold such sums exactly.
    guard max(abs(place(first)), abs(place(last))) < 0x1p24 - 3 else { return nil }
    // Sums next to a place that is hardly between two of them are tried: the inner sum, and this one, are nearer to the
    // exact ones.
    func isRight(_ next: Int) -> Bool {
      let above = Int(place(next).rounded(.up))
      return (above - 1...above + 1).allSatisfy { self.product($0) == product($0) }
    }
    // Half a unit in the last place of the inner sum, which is below 2⁻¹⁴ and an offset.
    let distance = period * (Double(offset) + 0x1p-14) * 0x1p-24
    for (first, last) in [(first, min(last, 0)), (max(first, 1), last)] where first <= last {
      let isExact = NearWholes.allSatisfy(last - first + 1, from: place(first), step: period, within: distance) {
        isRight(first + $0)
      }
      guard isExact else { return nil }
    }
  }

  /// The product as instructions compute it.
  package func product(_ sum: Int) -> Int {
    let inner = Double((sum < 0 ? -offset : offset).addingProduct(low, Float(sum)))
    guard high > 0 else { return (Int(inner.rounded(.down)) + 1) >> 1 }
    // The product of two floats is a double, and so is the rest.
    let outer = Double(high) * Double(sum)
    let whole = outer.rounded(.down), rest = outer - whole
    let carry = rest < -inner ? -1 : rest - 1 >= -inner ? 1 : 0
    return (Int(whole) + carry + 1) >> 1
  }
}

/// The factors of sixteen channels as emitted code reads them; zeros where there is no channel.
struct FusedFactorLanes {
  private(set) var high = SIMD16<Float>(), low = SIMD16<Float>(), offset = SIMD16<Float>()

  subscript(lane: Int) -> FusedFactor {
    get { FusedFactor(high: high[lane], low: low[lane], offset: offset[lane]) }
    set { (high[lane], low[lane], offset[lane]) = (newValue.high, newValue.low, newValue.offset) }
  }
}
