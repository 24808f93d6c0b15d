/// How much the landmarks of a followed hand are smoothed: the parameters of the ``OneEuroFilter`` of each coordinate.
///
/// Speeds are in palms a second (a palm is the longest side of wrist, index knuckle and little knuckle), so that the
/// same values fit near and far hands, large and small pictures, and world landmarks.
public struct SmoothingOptions: Sendable, Hashable, Codable {
  /// The cutoff frequency, in hertz, for a hand at rest; above 0. Lower: less jitter, more lag.
  public var minCutoff: Float = 1
  /// How many hertz the cutoff rises for each palm a second of speed; at least 0. Higher: less lag in movements.
  public var beta: Float = 10
  /// The cutoff frequency, in hertz, of the speed itself; above 0.
  public var derivativeCutoff: Float = 1

  /// Little jitter at rest, little lag in movements.
  public init() {}

  /// Throws for values that make no sense.
  package func check() throws(TaskError) {
    try NumberBound.positive.check(minCutoff, "tracking.smoothing.minCutoff")
    try NumberBound.notNegative.check(beta, "tracking.smoothing.beta")
    try NumberBound.positive.check(derivativeCutoff, "tracking.smoothing.derivativeCutoff")
  }
}
