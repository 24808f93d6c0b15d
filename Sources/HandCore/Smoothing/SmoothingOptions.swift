import VisionCore

/// How much the landmarks of a tracked hand are smoothed.
///
/// Speeds are in palms per second (a palm is the longest side of the triangle of wrist, index knuckle and little
/// knuckle), so that the same values suit near and far hands, large and small pictures, and world landmarks.
public struct SmoothingOptions: Sendable, Hashable, Codable {
  /// What is smoothed by what.
  public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
    /// The palm's place by a Kalman filter of constant velocity, which does not lag behind a moving hand; the
    /// landmarks' places around it by a ``OneEuroFilter`` each, with one speed for x and y.
    case palmAndShape
    /// Each coordinate by a ``OneEuroFilter`` of its own.
    case oneEuro
  }

  /// What is smoothed by what.
  public var method: Method
  /// The cutoff frequency, in hertz, for a hand at rest; above 0. Lower: less jitter, more lag.
  public var minCutoff: Float
  /// How many hertz the cutoff rises for each palm per second of speed; at least 0. Higher: less lag in movements.
  public var beta: Float
  /// The cutoff frequency, in hertz, of the speed itself; above 0.
  public var derivativeCutoff: Float = 1

  /// Little jitter at rest, little lag in movements: the defaults of a method.
  public init(_ method: Method = .palmAndShape) {
    self.method = method
    (minCutoff, beta) =
      switch method {
      case .palmAndShape: (0.5, 6)
      case .oneEuro: (1, 10)
      }
  }

  #if !hasFeature(Embedded)
    /// Reads what the keys say; those that are left out have their default.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(try values.decodeIfPresent(Method.self, forKey: .method) ?? .palmAndShape)
      try values.read(.minCutoff, into: &minCutoff)
      try values.read(.beta, into: &beta)
      try values.read(.derivativeCutoff, into: &derivativeCutoff)
    }
  #endif

  /// Throws for invalid values.
  package func check() throws(TaskError) {
    try NumberRequirement.positive.check(minCutoff, "tracking.smoothing.minCutoff")
    try NumberRequirement.notNegative.check(beta, "tracking.smoothing.beta")
    try NumberRequirement.positive.check(derivativeCutoff, "tracking.smoothing.derivativeCutoff")
  }
}
