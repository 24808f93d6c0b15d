import VisionTasks

/// How hands are found and tracked, beyond what MediaPipe does. With the default values, everything is as in MediaPipe.
///
/// What is computed from a hand for the result (identity, smoothing, averages) never changes where hands are searched
/// for. In image mode, where nothing is tracked, only ``assumesOnePerson`` and ``skipsLetterbox`` have an effect.
public struct TrackingOptions: Sendable, Hashable, Codable {
  /// Whether each hand gets a number that it keeps: the results' `tracks`.
  public var assignsIdentities = false
  /// How many milliseconds a hand out of sight keeps its number. At least 0.
  public var identityMemoryInMilliseconds = 500
  /// How landmarks and world landmarks are smoothed; nil: not at all. The raw ones are in the result's details.
  public var smoothing: SmoothingOptions?
  /// The number of frames of a track over which the handedness is averaged; 1: not at all. At least 1.
  public var handednessFrames = 1
  /// Whether the hands are those of one person: of two hands, one is right, the likelier one, and the other left.
  /// Requires `numHands` of at most 2.
  public var assumesOnePerson = false
  /// While a hand is tracked, the palm detector runs at most once in this many frames. At least 1. A second hand is
  /// found up to this many frames later; the frames in between cost less.
  public var detectorInterval = 1
  /// Whether the palm detector computes only the rows in which there is a picture. A picture wider than 4:3 has black
  /// above and below it in the detector's square input; at 16:9 the detector computes two thirds of its rows. It takes
  /// a quarter less time, and palms are not exactly where they were, nor are landmarks. Scores of palms are often
  /// lower: some hands are missed, above all near the upper and lower border. The documentation's page about fast
  /// precision says how many, and how far landmarks move.
  ///
  /// Rows are cut to whole multiples of 32 of the detector's 192; nothing changes for pictures of 4:3 or less, nor for
  /// black columns beside a picture. The first picture of another size takes longer than without it, so that it pays in
  /// videos and for many pictures of one size. It holds in every running mode.
  public var skipsLetterbox = false

  /// The default options, as in MediaPipe.
  public init() {}

  /// Throws for invalid values.
  package func check(handCount: Int) throws(TaskError) {
    try NumberRequirement.notNegative.check(identityMemoryInMilliseconds, "tracking.identityMemoryInMilliseconds")
    try NumberRequirement.positive.check(handednessFrames, "tracking.handednessFrames")
    try NumberRequirement.positive.check(detectorInterval, "tracking.detectorInterval")
    try smoothing?.check()
    guard !assumesOnePerson || handCount <= 2 else { throw .tooManyHandsOfOnePerson(handCount) }
  }

  /// True if hands are identified from frame to frame.
  var followsHands: Bool { assignsIdentities || smoothing != nil || handednessFrames > 1 }
}

/// How much the landmarks of a tracked hand are smoothed: the parameters of the ``OneEuroFilter`` of each coordinate.
///
/// Speeds are in palms per second (a palm is the longest side of the triangle of wrist, index knuckle and little
/// knuckle), so that the same values suit near and far hands, large and small pictures, and world landmarks.
public struct SmoothingOptions: Sendable, Hashable, Codable {
  /// The cutoff frequency, in hertz, for a hand at rest; above 0. Lower: less jitter, more lag.
  public var minCutoff: Float = 1
  /// How many hertz the cutoff rises for each palm per second of speed; at least 0. Higher: less lag in movements.
  public var beta: Float = 10
  /// The cutoff frequency, in hertz, of the speed itself; above 0.
  public var derivativeCutoff: Float = 1

  /// Little jitter at rest, little lag in movements.
  public init() {}

  /// Reads what the keys say; those that are left out have their default.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.read(.minCutoff, into: &minCutoff)
    try values.read(.beta, into: &beta)
    try values.read(.derivativeCutoff, into: &derivativeCutoff)
  }

  /// Throws for invalid values.
  package func check() throws(TaskError) {
    try NumberRequirement.positive.check(minCutoff, "tracking.smoothing.minCutoff")
    try NumberRequirement.notNegative.check(beta, "tracking.smoothing.beta")
    try NumberRequirement.positive.check(derivativeCutoff, "tracking.smoothing.derivativeCutoff")
  }
}
