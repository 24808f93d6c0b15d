import TensorKernels

/// Floats to integers of 8 bits by their range: TFLite's `SymmetricQuantizeFloats` (`round(x · 127 / max|x|)`) and
/// `AsymmetricQuantizeFloats` (the range with zero, over −128…127, the zero point nudged to an integer).
struct RowQuantization: Sendable {
  let isAsymmetric: Bool

  /// Writes the integers minus their zero point, as floats.
  ///
  /// - Returns: the difference of the numbers that two neighboring integers stand for.
  func quantize(_ count: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) -> Float {
    let (low, high) = limits(count, input)
    let range = isAsymmetric ? asymmetric(low, high) : symmetric(low, high)
    quantize(count, input, range, output)
    return range.scale
  }

  /// The range of the elements, with zero; NaNs are left out.
  private func limits(_ count: Int, _ input: UnsafePointer<Float>) -> (low: Float, high: Float) {
    var (lows, highs) = (Vector4(), Vector4())
    var index = 0
    while index + 4 <= count {
      let values = Vector4(loading: input + index)
      lows.replace(with: values, where: values .< lows)
      highs.replace(with: values, where: values .> highs)
      index += 4
    }
    var (low, high) = (lows.min(), highs.max())
    while index < count {
      if input[index] < low { low = input[index] }
      if input[index] > high { high = input[index] }
      index += 1
    }
    return (low, high)
  }

  private func quantize(
    _ count: Int, _ input: UnsafePointer<Float>, _ range: Range, _ output: UnsafeMutablePointer<Float>
  ) {
    let (lower, upper) = (Vector4(repeating: range.lower), Vector4(repeating: 127))
    let (zeroPoint, inverse) = (Vector4(repeating: range.zeroPoint), Vector4(repeating: range.inverse))
    var index = 0
    while index + 4 <= count {
      let value = zeroPoint + Vector4(loading: input + index) * inverse
      // A NaN becomes the lower limit. Limits before rounding are those after it, for they are whole.
      var limited = lower.replacing(with: value, where: value .> lower)
      limited.replace(with: upper, where: limited .> upper)
      let whole = limited.wholeParts
      // The doubled fraction without its own fraction is what ties away from zero add.
      let fraction = limited - Vector4(whole)
      (Vector4(whole &+ (fraction + fraction).wholeParts) - zeroPoint).store(to: output + index)
      index += 4
    }
    while index < count {
      let value = (range.zeroPoint + input[index] * range.inverse).rounded(.toNearestOrAwayFromZero)
      let limited = value > range.lower ? min(value, 127) : range.lower
      output[index] = limited - range.zeroPoint
      index += 1
    }
  }

  private typealias Range = (scale: Float, inverse: Float, zeroPoint: Float, lower: Float)

  private func symmetric(_ low: Float, _ high: Float) -> Range {
    let range = max(-low, high)
    guard range > 0, range.isFinite else { return (1, 0, 0, -127) }
    return (range / 127, 127 / range, 0, -127)
  }

  private func asymmetric(_ low: Float, _ high: Float) -> Range {
    let (low, high) = (Double(low), Double(high))
    guard low != high, (high - low).isFinite else { return (1, 0, 0, -128) }
    let scale = (high - low) / 255
    let (fromLow, fromHigh) = (-128 - low / scale, 127 - high / scale)
    let isLowBetter = 128 + abs(low / scale) < 127 + abs(high / scale)
    let zeroPoint = max(-128, min((isLowBetter ? fromLow : fromHigh).rounded(.toNearestOrAwayFromZero), 127))
    return (Float(scale), 1 / Float(scale), Float(zeroPoint), -128)
  }
}
