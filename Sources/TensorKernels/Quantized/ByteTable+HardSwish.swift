extension ByteTable {
  /// The table of `x · min(max(x + 3, 0), 6) / 6` with the 16-bit integers of TFLite's reference kernel, which has
  /// other results for some bytes than floats have.
  ///
  /// - Returns: nil if the result's scale is so small that this kernel has no answer.
  package static func hardSwish(
    from input: ByteRange, scale inputScale: Float, to output: ByteRange, scale outputScale: Float
  ) -> [UInt8]? {
    // Seven more bits.
    let fineScale = inputScale / 128
    let toOutput = FixedPointMultiplier(Double(fineScale / outputScale))
    let toShare = FixedPointMultiplier(Double(fineScale / (3 / 32768)))
    guard toOutput.left == 0, (fineScale / outputScale).isFinite else { return nil }
    let (outputFactor, shareFactor) = (toOutput.highHalf, toShare.highHalf)
    return bytes(from: input, to: output) { value in
      let fine = value &* 128
      // From −1 at −3 to 1 at 3.
      var share = fine
      if toShare.left > 0 { share = saturated(Int64(share) << Int64(toShare.left - 1)) }
      share = roundedProduct(share, shareFactor)
      if toShare.left > 0 { share = saturated(Int64(share) << 1) }
      share = roundedQuotient(share, toShare.right)
      share = (share &+ 1 << 15) >> 1
      let product = saturated(Int64(share &* roundedProduct(fine, outputFactor) / (1 << 15)))
      return roundedQuotient(product, toOutput.right)
    }
  }

  private static func saturated(_ value: Int64) -> Int32 { Int32(max(-32768, min(value, 32767))) }

  /// The upper half of the doubled product of 16-bit integers, rounded to nearest.
  private static func roundedProduct(_ a: Int32, _ b: Int32) -> Int32 {
    let product = a &* b
    return saturated(Int64((product &+ (product >= 0 ? 1 << 14 : 1 - 1 << 14)) / (1 << 15)))
  }

  /// Divided by a power of two, rounded to nearest with ties away from zero.
  private static func roundedQuotient(_ value: Int32, _ exponent: Int32) -> Int32 {
    guard exponent > 0 else { return value }
    let rest = value & (1 &<< exponent &- 1)
    return value &>> exponent &+ (rest > (1 &<< exponent &- 1) &>> 1 &+ (value < 0 ? 1 : 0) ? 1 : 0)
  }
}

extension FixedPointMultiplier {
  /// The multiplier in 16 bits.
  fileprivate var highHalf: Int32 { min((multiplier &>> 1 &+ 1 << 14) &>> 15, 32767) }
}
