import VisionTasks

/// How the hands of a video or live stream are followed, beyond what MediaPipe does. With the values at first
/// everything is as in MediaPipe.
///
/// What is made of a hand for the result (identity, smoothing, averages) never changes where hands are looked for. In
/// image mode, where nothing is followed, only ``areOfOnePerson`` counts.
public struct TrackingOptions: Sendable, Hashable, Codable {
  /// Whether each hand gets a number that stays with it: the results' `tracks`.
  public var assignsIdentities = false
  /// How long, in milliseconds, a hand out of sight keeps its number. At least 0.
  public var identityMemory = 500
  /// How landmarks and world landmarks are smoothed; nil: not at all. The raw ones are in the result's details.
  public var smoothing: SmoothingOptions?
  /// Over how many frames of a track the handedness is averaged; 1: not at all. At least 1.
  public var handednessFrames = 1
  /// Whether the hands are those of one person: of two hands, the likelier one is the right one and the other the left.
  /// Needs `numHands` of at most 2.
  public var areOfOnePerson = false
  /// While a hand is followed, the palm detector runs in at most one frame of so many. At least 1. A second hand is
  /// found up to so many frames later; the frames between cost less.
  public var detectorInterval = 1

  /// As in MediaPipe.
  public init() {}

  /// Throws for values that make no sense.
  package func check(handCount: Int) throws(TaskError) {
    try NumberBound.notNegative.check(identityMemory, "tracking.identityMemory")
    try NumberBound.positive.check(handednessFrames, "tracking.handednessFrames")
    try NumberBound.positive.check(detectorInterval, "tracking.detectorInterval")
    try smoothing?.check()
    guard !areOfOnePerson || handCount <= 2 else { throw .tooManyHandsOfOnePerson(handCount) }
  }

  /// True if hands are known again from frame to frame.
  var followsHands: Bool { assignsIdentities || smoothing != nil || handednessFrames > 1 }
}

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
