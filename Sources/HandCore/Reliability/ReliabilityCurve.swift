/// From the spread of two runs of the landmark network, in palms, to what it says about a landmark.
///
/// Fitted with `Tools/dev/reliability/measure_reliability.py --fit` to 371 rendered hands whose joints are known: in
/// any rotation, a quarter of them backs, half with something in front. Beyond MediaPipe in the documentation has the
/// curve as it was judged on other hands.
enum ReliabilityCurve {
  /// The expected error without a spread, in palms.
  static let leastError: Float = 0.041
  /// By how much the expected error rises with the spread.
  static let errorSlope: Float = 0.73
  /// The confidence without a spread.
  static let mostConfidence: Float = 0.93
  /// The spread at which it is half of that.
  static let halfConfidenceSpread: Float = 0.13
  /// Landmarks that are this far apart or farther are equally wrong.
  static let spreadLimit: Float = 1
}

extension LandmarkReliability {
  /// The reliability of a landmark that two runs found at a distance from each other, in palms. A distance that is not
  /// a number counts as far.
  package init(spread: Float) {
    let spread = spread < ReliabilityCurve.spreadLimit ? spread : ReliabilityCurve.spreadLimit
    let share = spread / ReliabilityCurve.halfConfidenceSpread
    self.init(
      expectedError: ReliabilityCurve.leastError + ReliabilityCurve.errorSlope * spread,
      confidence: ReliabilityCurve.mostConfidence / (1 + share * share))
  }
}
