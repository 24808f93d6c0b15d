/// Follows the center of a palm through noise without lagging behind it: a Kalman filter with constant velocity.
///
/// The process noise is an acceleration, and it grows with surprise: a new place that is further from the expected one
/// than the filter's variance explains lets the velocity follow it. A hand at rest is therefore still, and one that
/// starts or turns is followed at once. Both axes share a covariance.
///
/// Source: Bar-Shalom, Li and Kirubarajan, "Estimation with Applications to Tracking and Navigation", Wiley 2001,
/// section 6.3.2 (white-noise acceleration), its noise scaled by the normalized innovation squared. The constants were
/// chosen on the clips of Tools/dev/smoothing.
package struct PalmFilter: Sendable {
  private enum Noise {
    /// The standard deviation of a palm's place, in sides of the region in which the network saw it: a pixel of 224.
    static let place: Float = 1 / 224
    /// The standard deviation of the acceleration, in palms per second squared, at an innovation of one variance.
    static let acceleration: Float = 30
    /// The limits of what the acceleration is multiplied by.
    static let surprise: ClosedRange<Float> = 0.01...20
    /// The standard deviation of the speed of a new hand, in palms per second.
    static let firstSpeed: Float = 3
  }

  /// The longest time without a place after which the filter goes on.
  private static let longestGap: Float = 1

  /// The center, in pixels; nil before the first place.
  package private(set) var center: SIMD2<Float>?
  /// In pixels per second.
  package private(set) var velocity = SIMD2<Float>()
  /// The variances of place and speed, and their covariance, of either axis.
  private var variance: (place: Float, both: Float, speed: Float) = (0, 0, 0)

  /// A filter that has seen nothing.
  package init() {}

  /// Adds the place in the next frame. One that is not finite, or after no time or a long one, restarts the filter.
  ///
  /// - Parameters:
  ///   - place: in pixels.
  ///   - seconds: the time since the previous place.
  ///   - side: that of the region in which the network saw the hand, in pixels.
  ///   - palm: the palm's length in pixels.
  package mutating func update(_ place: SIMD2<Float>, seconds: Float, side: Float, palm: Float) {
    let noise = Noise.place * Noise.place * side * side
    let isUsable = [place.x, place.y, noise, palm].allSatisfy { $0.isFinite } && noise > 0 && palm > 0
    guard let last = center, isUsable, seconds > 0, seconds <= Self.longestGap else {
      center = isUsable ? place : nil
      velocity = SIMD2()
      let speed = Noise.firstSpeed * palm
      variance = (noise, 0, speed * speed)
      return
    }
    let innovation = place - (last + seconds * velocity)
    let time = seconds * seconds
    var moved = variance
    moved.place += 2 * seconds * variance.both + time * variance.speed
    moved.both += seconds * variance.speed
    let squared = (innovation * innovation).sum() / 2
    let surprise = squared / (moved.place + noise)
    let acceleration = Noise.acceleration * palm * surprise.clamped(to: Noise.surprise)
    let strength = acceleration * acceleration
    moved.place += strength * time * time / 4
    moved.both += strength * time * seconds / 2
    moved.speed += strength * time
    let gain = SIMD2(moved.place, moved.both) / (moved.place + noise)
    center = last + seconds * velocity + gain.x * innovation
    velocity += gain.y * innovation
    variance = (moved.place * (1 - gain.x), moved.both * (1 - gain.x), moved.speed - gain.y * moved.both)
  }
}
