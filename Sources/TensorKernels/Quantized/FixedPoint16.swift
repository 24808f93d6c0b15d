/// Functions of numbers in 16 bits, in integers alone, with the bits of gemmlowp's fixed-point functions, which
/// TFLite's LSTM of integers uses.
///
/// A number with `n` integer bits is its integer divided by 2^(15 − n); a result has none, so 32767 stands for 1.
package enum FixedPoint16 {
  /// `1 / (1 + e^−x)` of a number with 3 integer bits.
  package static func logistic(_ value: Int16) -> Int16 {
    guard value != 0 else { return 1 << 14 }
    let negative = value > 0 ? 0 &- value : value
    let half = reciprocalOfOnePlus(exponential(negative, integerBits: 3))
    let result = shiftedLeft(half, by: 1)
    return value > 0 ? result : .max &- result
  }

  /// The hyperbolic tangent of a number with at most 6 integer bits. With −1 of them it is below a half, with −2
  /// below a quarter, and so on.
  package static func tanh(_ value: Int16, integerBits: Int) -> Int16 {
    guard integerBits >= -1 else {
      // The exponential has no form for less than zero integer bits.
      let shift = Int32(-1 - integerBits)
      return tanh(Int16((Int32(value) + 1 << (shift - 1)) >> shift), integerBits: -1)
    }
    guard value != 0 else { return 0 }
    // (1 − e^−2x) / (1 + e^−2x): one more integer bit doubles a number.
    let negative = value > 0 ? 0 &- value : value
    let reciprocal = reciprocalOfOnePlus(exponential(negative, integerBits: integerBits + 1))
    let result = shiftedLeft(reciprocal &- 1 << 13, by: 2)
    return value > 0 ? result : 0 &- result
  }

  /// `2 / (1 + x)` of a number in 0..<1, with 2 integer bits: Newton's method for a division.
  private static func reciprocalOfOnePlus(_ value: Int16) -> Int16 {
    let half = Int16(truncatingIfNeeded: (Int32(value) + 32767 + 1) / 2)
    // 48 / 17 and −32 / 17.
    var result = 23130 &+ product(half, -15420)
    for _ in 0..<3 {
      let error = 1 << 13 &- product(half, result)
      result &+= shiftedLeft(product(result, error), by: 2)
    }
    return result
  }

  /// `e^x` of a number that is not positive.
  private static func exponential(_ value: Int16, integerBits: Int) -> Int16 {
    guard value != 0 else { return .max }
    let fractionBits = 15 - integerBits
    if integerBits > 5, value < -1 << (20 - integerBits) { return 0 }
    let quarter: Int16 = 1 << (fractionBits - 2)
    let remainder = (value & (quarter &- 1)) &- quarter
    var result = exponentialOfQuarter(shiftedLeft(remainder, by: integerBits))
    let rest = remainder &- value
    for (exponent, factor) in Self.powers where integerBits > exponent {
      if rest & 1 << (fractionBits + exponent) != 0 { result = product(result, factor) }
    }
    return result
  }

  /// `e^(−2^exponent)`.
  private static let powers: [(exponent: Int, factor: Int16)] = [
    (-2, 25520), (-1, 19875), (0, 12055), (1, 4435), (2, 600), (3, 11), (4, 0),
  ]

  /// `e^x` of a number in −1/4..<0: a Taylor series around −1/8.
  private static func exponentialOfQuarter(_ value: Int16) -> Int16 {
    // e^−1/8 and 1 / 3.
    let (middle, third): (Int16, Int16) = (28918, 10923)
    let x = value &+ 1 << 12
    let square = product(x, x)
    let (cube, fourth) = (product(square, x), product(square, square))
    let terms = divided(product(divided(fourth, by: 2) &+ cube, third) &+ square, by: 1)
    return Int16(clamping: Int32(middle) + Int32(product(middle, x &+ terms)))
  }

  // MARK: Arithmetic

  /// The product of two numbers, rounded, ties away from zero.
  private static func product(_ left: Int16, _ right: Int16) -> Int16 {
    if left == .min, right == .min { return .max }
    let wide = Int32(left) * Int32(right)
    return Int16(truncatingIfNeeded: (wide + (wide >= 0 ? 1 << 14 : 1 - 1 << 14)) / (1 << 15))
  }

  /// `value / 2^exponent`, rounded, ties away from zero.
  private static func divided(_ value: Int16, by exponent: Int) -> Int16 {
    let tie: Int32 = 1 << (exponent - 1) - (value < 0 ? 1 : 0)
    return Int16(truncatingIfNeeded: (Int32(value) + tie) >> exponent)
  }

  /// `value · 2^exponent`, limited to 16 bits.
  private static func shiftedLeft(_ value: Int16, by exponent: Int) -> Int16 {
    Int16(clamping: Int32(value) << exponent)
  }
}
