extension ByteTable {
  /// The table of `x · min(max(x + 3, 0), 6) / 6` in the 16-bit arithmetic of TFLite's reference kernel, which differs
  /// from floats for some bytes.
  ///
  /// - Returns: nil if the output scale is too small for that kernel.
  package static func hardSwish(
    from input: ByteRange, scale inputScale: Float, to output: ByteRange, scale outputScale: Float
  ) -> [UInt8]? {
    // Seven more fractional bits.
    let fineScale = inputScale / 128
    let toOutput = FixedPointMultiplier(Double(fineScale / outputScale))
    let toRatio = FixedPointMultiplier(Double(fineScale / (3 / 32768)))
    guard toOutput.left == 0, (fineScale / outputScale).isFinite else { return nil }
    let (outputFactor, ratioFactor) = (toOutput.highHalf, toRatio.highHalf)
    return bytes(from: input, to: output) { value in
      let fine = value &* 128
      // From −1 at −3 to 1 at 3.
      var ratio = fine
      if toRatio.left > 0 { ratio = saturated(Int64(ratio) << Int64(toRatio.left - 1)) }
      ratio = roundedProduct(ratio, ratioFactor)
      if toRatio.left > 0 { ratio = saturated(Int64(ratio) << 1) }
      ratio = roundedQuotient(ratio, toRatio.right)
      ratio = (ratio &+ 1 << 15) >> 1
      let product = saturated(Int64(ratio &* roundedProduct(fine, outputFactor) / (1 << 15)))
      return roundedQuotient(product, toOutput.right)
    }
  }

  private static func saturated(_ value: Int64) -> Int32 { Int32(max(-32768, min(value, 32767))) }

  /// gemmlowp's `SaturatingRoundingDoublingHighMul` for 16 bits.
  private static func roundedProduct(_ a: Int32, _ b: Int32) -> Int32 {
    let product = a &* b
    return saturated(Int64((product &+ (product >= 0 ? 1 << 14 : 1 - 1 << 14)) / (1 << 15)))
  }

  /// gemmlowp's `RoundingDivideByPOT`: to nearest, ties away from zero.
  private static func roundedQuotient(_ value: Int32, _ exponent: Int32) -> Int32 {
    guard exponent > 0 else { return value }
    let rest = value & (1 &<< exponent &- 1)
    return value &>> exponent &+ (rest > (1 &<< exponent &- 1) &>> 1 &+ (value < 0 ? 1 : 0) ? 1 : 0)
  }
}

extension FixedPointMultiplier {
  fileprivate var highHalf: Int32 { min((multiplier &>> 1 &+ 1 << 14) &>> 15, 32767) }
}
