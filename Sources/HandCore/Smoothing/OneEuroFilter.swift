/// Smooths a noisy signal with little lag: a low-pass filter whose cutoff frequency rises with the signal's speed.
///
/// ```
/// α(f) = 1 / (1 + 1 / (2πf·Δt))
/// ẋ  ← ẋ + α(derivativeCutoff)·((value − x) / Δt − ẋ)
/// x  ← x + α(minCutoff + beta·|ẋ|)·(value − x)
/// ```
///
/// Source: Casiez, Roussel and Vogel, "1€ Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive
/// Systems", CHI 2012, algorithm 1.
public struct OneEuroFilter: Sendable, Hashable {
  private var value: Float?
  /// The smoothed speed, in units per second.
  private(set) var speed: Float = 0

  /// A filter that has seen nothing.
  public init() {}

  /// The smoothed value after another one. The first value is returned unchanged.
  ///
  /// A value or time that is not finite, or a time that is not positive, restarts the filter.
  ///
  /// - Parameters:
  ///   - next: the value.
  ///   - seconds: the time since the previous value.
  ///   - unit: the unit of speed, per second; the cutoff rises by `beta` for each.
  ///   - options: the parameters.
  public mutating func smooth(_ next: Float, seconds: Float, unit: Float = 1, options: SmoothingOptions) -> Float {
    guard let speed = updateSpeed(next, seconds: seconds, unit: unit, options: options) else { return next }
    return approach(next, speed: abs(speed), seconds: seconds, options: options)
  }

  /// The first half of ``smooth(_:seconds:unit:options:)``: the speed, in units per second; nil if the filter restarts
  /// with the value.
  mutating func updateSpeed(_ next: Float, seconds: Float, unit: Float, options: SmoothingOptions) -> Float? {
    guard let last = value, next.isFinite, seconds.isFinite, seconds > 0, unit > 0 else {
      value = next.isFinite ? next : nil
      speed = 0
      return nil
    }
    let change = (next - last) / seconds / unit
    speed += Self.weight(cutoff: options.derivativeCutoff, seconds: seconds) * (change - speed)
    return speed
  }

  /// The second half: the smoothed value for a speed, which may be that of several coordinates.
  mutating func approach(_ next: Float, speed: Float, seconds: Float, options: SmoothingOptions) -> Float {
    guard let last = value else { return next }
    let cutoff = options.minCutoff + options.beta * speed
    let smoothed = last + Self.weight(cutoff: cutoff, seconds: seconds) * (next - last)
    value = smoothed
    return smoothed
  }

  private static func weight(cutoff: Float, seconds: Float) -> Float {
    1 / (1 + 1 / (2 * Float.pi * cutoff * seconds))
  }
}
