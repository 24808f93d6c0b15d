/// 16-bit fixed-point functions with the bits of gemmlowp's, which TFLite's integer LSTM uses.
///
/// With `n` integer bits, a number is its integer divided by 2^(15 − n); results have none, so 32767 stands for 1.
/// Without branches, compilers vectorize the loops.
package enum FixedPoint16 {
  /// Replaces numbers with 3 integer bits by `1 / (1 + e^−x)`.
  package static func applyLogistic(_ values: UnsafeMutablePointer<Int16>, count: Int) {
    for i in 0..<count { values[i] = logistic(values[i]) }
  }

  /// Replaces numbers with at most 6 integer bits by their hyperbolic tangents. With −n integer bits a number is below
  /// 2^−n.
  package static func applyTanh(_ values: UnsafeMutablePointer<Int16>, count: Int, integerBits: Int) {
    // The exponential needs at least zero integer bits.
    let shift = Int32(max(-1 - integerBits, 0)), half: Int32 = (1 &<< shift) &>> 1
    for i in 0..<count {
      let value = Int16(truncatingIfNeeded: (Int32(values[i]) &+ half) &>> shift)
      values[i] = tanh(value, integerBits: max(integerBits, -1))
    }
  }

  @inline(__always)
  private static func logistic(_ value: Int16) -> Int16 {
    let half = reciprocalOfOnePlus(exponential(negated(value), integerBits: 3))
    // One minus that for negative numbers.
    return choice(nonzero(value), shiftedLeft(half, by: 1) ^ (value &>> 15 & .max), 1 << 14)
  }

  @inline(__always)
  private static func tanh(_ value: Int16, integerBits: Int) -> Int16 {
    // (1 − e^−2x) / (1 + e^−2x): one more integer bit doubles a number.
    let reciprocal = reciprocalOfOnePlus(exponential(negated(value), integerBits: integerBits + 1))
    let (result, sign) = (shiftedLeft(reciprocal &- 1 << 13, by: 2), value &>> 15)
    return ((result ^ sign) &- sign) & nonzero(value)
  }

  /// `2 / (1 + x)` of a number in 0..<1, with 2 integer bits, by Newton's method.
  @inline(__always)
  private static func reciprocalOfOnePlus(_ value: Int16) -> Int16 {
    let half = Int16(truncatingIfNeeded: (Int32(value) &+ 32768) &>> 1)
    // 48 / 17 and −32 / 17.
    let start = 23130 &+ product(half, -15420)
    return refined(refined(refined(start, half), half), half)
  }

  /// One step of Newton's method.
  @inline(__always)
  private static func refined(_ reciprocal: Int16, _ half: Int16) -> Int16 {
    let error = 1 << 13 &- product(half, reciprocal)
    return reciprocal &+ shiftedLeft(product(reciprocal, error), by: 2)
  }

  /// `e^x` for x ≤ 0.
  @inline(__always)
  private static func exponential(_ value: Int16, integerBits: Int) -> Int16 {
    let fractionBits = 15 &- integerBits
    let quarter: Int16 = 1 &<< Int16(truncatingIfNeeded: fractionBits &- 2)
    let remainder = (value & (quarter &- 1)) &- quarter
    var result = exponentialOfQuarter(shiftedLeft(remainder, by: Int32(truncatingIfNeeded: integerBits)))
    let rest = remainder &- value
    // Times e^(−2^exponent) if that bit is set.
    @inline(__always)
    func multiply(_ exponent: Int, _ factor: Int16) {
      let isPossible: Int16 = integerBits > exponent ? 1 : 0
      let bit = rest &>> Int16(truncatingIfNeeded: fractionBits &+ exponent) & isPossible
      result = choice(0 &- bit, product(result, factor), result)
    }
    multiply(-2, 25520)
    multiply(-1, 19875)
    multiply(0, 12055)
    multiply(1, 4435)
    multiply(2, 600)
    multiply(3, 11)
    multiply(4, 0)
    // Zero below −32.
    let least: Int16 = integerBits > 5 ? -1 &<< Int16(truncatingIfNeeded: 20 &- integerBits) : .min
    let beyond = Int16(truncatingIfNeeded: (Int32(value) &- Int32(least)) &>> 31)
    return choice(nonzero(value), result & ~beyond, .max)
  }

  /// `e^x` of a number in −1/4..<0: a Taylor series around −1/8.
  @inline(__always)
  private static func exponentialOfQuarter(_ value: Int16) -> Int16 {
    // e^−1/8 and 1 / 3.
    let (middle, third): (Int16, Int16) = (28918, 10923)
    let x = value &+ 1 << 12
    let square = product(x, x)
    let (cube, fourth) = (product(square, x), product(square, square))
    let terms = divided(product(divided(fourth, by: 2) &+ cube, third) &+ square, by: 1)
    return limited(Int32(middle) &+ Int32(product(middle, x &+ terms)))
  }

  // MARK: Arithmetic

  /// The rounded product of two numbers that are not both −1, ties up, like gemmlowp's `nudge`.
  @inline(__always)
  private static func product(_ left: Int16, _ right: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(left) &* Int32(right) &+ 1 << 14) &>> 15)
  }

  /// `value / 2^exponent`, rounded, ties away from zero.
  @inline(__always)
  private static func divided(_ value: Int16, by exponent: Int32) -> Int16 {
    let half: Int32 = 1 &<< (exponent &- 1)
    return Int16(truncatingIfNeeded: (Int32(value) &+ half &+ Int32(value) &>> 31) &>> exponent)
  }

  /// `value · 2^exponent`, saturated.
  @inline(__always)
  private static func shiftedLeft(_ value: Int16, by exponent: Int32) -> Int16 {
    limited(Int32(value) &<< exponent)
  }

  @inline(__always)
  private static func limited(_ value: Int32) -> Int16 {
    let (sign, rest) = (value &>> 31, value &>> 15)
    // Ones if the value does not fit.
    let mask = Int16(truncatingIfNeeded: ((rest ^ sign) | (0 &- (rest ^ sign))) &>> 31)
    return choice(mask, .max ^ Int16(truncatingIfNeeded: sign), Int16(truncatingIfNeeded: value))
  }

  @inline(__always)
  private static func negated(_ value: Int16) -> Int16 { (value ^ ~(value &>> 15)) &- ~(value &>> 15) }

  /// Ones if not zero.
  @inline(__always)
  private static func nonzero(_ value: Int16) -> Int16 { (value | (0 &- value)) &>> 15 }

  /// The first value if the mask is all ones, the second if it is zero.
  @inline(__always)
  private static func choice(_ mask: Int16, _ first: Int16, _ second: Int16) -> Int16 {
    first & mask | second & ~mask
  }
}
