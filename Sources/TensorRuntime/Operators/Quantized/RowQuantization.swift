import TensorKernels

/// Floats to integers of 8 bits by their range, as TFLite's kernels do.
struct RowQuantization: Sendable {
  /// How a range becomes integers.
  enum Kind: Sendable {
    /// `SymmetricQuantizeFloats`: `round(x · 127 / max|x|)`.
    case symmetric
    /// `AsymmetricQuantizeFloats`: the range with zero, over −128…127, the zero point nudged to an integer.
    case asymmetric
    /// `BatchQuantizeFloats4Bit`, for filters with a scale for each block: the same range, but computed in floats, and
    /// numbers are rounded before the zero point is added.
    case blocks
  }

  let kind: Kind

  /// Writes the integers minus their zero point, as floats.
  ///
  /// - Returns: the difference of the numbers that two neighboring integers stand for.
  func quantize(_ count: Int, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) -> Float {
    let (low, high) = limits(count, input)
    let range =
      switch kind {
      case .symmetric: symmetric(low, high)
      case .asymmetric: asymmetric(low, high)
      case .blocks: asymmetric(low, high).movedToZero(scale: (high - low) / 255)
      }
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
    let (lower, upper) = (Vector4(repeating: range.lower), Vector4(repeating: range.upper))
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
      let limited = value > range.lower ? min(value, range.upper) : range.lower
      output[index] = limited - range.zeroPoint
      index += 1
    }
  }

  private struct Range {
    let scale: Float, inverse: Float, zeroPoint: Float
    let lower: Float
    var upper: Float = 127

    /// The same limits for numbers without a zero point, with a scale that rounds otherwise.
    func movedToZero(scale: Float) -> Range {
      let isEmpty = inverse == 0 || !(1 / scale).isFinite
      return Range(
        scale: isEmpty ? 1 : scale, inverse: isEmpty ? 0 : 1 / scale, zeroPoint: 0, lower: lower - zeroPoint,
        upper: upper - zeroPoint)
    }
  }

  private func symmetric(_ low: Float, _ high: Float) -> Range {
    let range = max(-low, high)
    guard range > 0, range.isFinite else { return Range(scale: 1, inverse: 0, zeroPoint: 0, lower: -127) }
    return Range(scale: range / 127, inverse: 127 / range, zeroPoint: 0, lower: -127)
  }

  private func asymmetric(_ low: Float, _ high: Float) -> Range {
    let (low, high) = (Double(low), Double(high))
    guard low != high, (high - low).isFinite else { return Range(scale: 1, inverse: 0, zeroPoint: 0, lower: -128) }
    let scale = (high - low) / 255
    let (fromLow, fromHigh) = (-128 - low / scale, 127 - high / scale)
    let isLowBetter = 128 + abs(low / scale) < 127 + abs(high / scale)
    let zeroPoint = max(-128, min((isLowBetter ? fromLow : fromHigh).rounded(.toNearestOrAwayFromZero), 127))
    return Range(scale: Float(scale), inverse: 1 / Float(scale), zeroPoint: Float(zeroPoint), lower: -128)
  }
}
