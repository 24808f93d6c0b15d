import VisionCore

/// How hands are found and tracked, beyond what MediaPipe does. With the default values, everything is as in MediaPipe.
///
/// What is computed from a hand for the result (identity, smoothing, averages) never changes where hands are searched
/// for, except with ``predictsRegion`` and ``frameBudget``. In image mode, where nothing is tracked, only
/// ``assumesOnePerson`` and ``skipsLetterbox`` have an effect.
public struct TrackingOptions: Sendable, Hashable, Codable {
  /// Whether each hand gets a number that it keeps: the results' `tracks`.
  public var assignsIdentities = false
  /// How many milliseconds a hand out of sight keeps its number. At least 0.
  public var identityMemoryInMilliseconds = 500
  /// How landmarks and world landmarks are smoothed; nil: not at all. The raw ones are in the result's details.
  public var smoothing: SmoothingOptions?
  /// How many milliseconds after their frame landmarks are reported for, by the speed of the palm: the time until they
  /// are displayed. From 0 to 50; a faster change of direction is not foreseen.
  public var predictionInMilliseconds = 0
  /// Whether the region of a followed hand moves on with the speed of its palm until the next frame. Fast hands are
  /// lost less often, above all at few frames a second; landmarks are no longer MediaPipe's to the bit.
  public var predictsRegion = false
  /// The time that the median frame of a video may take, from its pixels to its result; nil for no limit. More than 0,
  /// at most a day. While frames take longer, the task saves work step by step, and undoes the steps once there is time
  /// again: `economy` in each result says which step it is at. In the last one, the average of two frames counts.
  /// Results therefore depend on the machine.
  ///
  /// For the second step, the networks are also prepared in fast precision. A task with a shared model has this step
  /// only if the model was made with ``HandModel/init(_:fast:)``.
  public var frameBudget: Duration?
  /// The number of frames of a track over which the handedness is averaged; 1: not at all. At least 1.
  public var handednessFrames = 1
  /// Whether the hands are those of one person: of two hands, one is right, the likelier one, and the other left.
  /// Requires `numHands` of at most 2.
  public var assumesOnePerson = false
  /// While a hand is tracked, the palm detector runs at most once in this many frames. At least 1. A second hand is
  /// found up to this many frames later; the frames in between cost less. A ``frameBudget`` may raise it to 10.
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

  /// A frame budget is at most a day.
  package static let longestFrameBudgetInMilliseconds = 86_400_000

  /// The default options, as in MediaPipe.
  public init() {}

  /// Throws for invalid values.
  package func check(handCount: Int) throws(TaskError) {
    try NumberRequirement.notNegative.check(identityMemoryInMilliseconds, "tracking.identityMemoryInMilliseconds")
    try NumberRequirement.positive.check(handednessFrames, "tracking.handednessFrames")
    try NumberRequirement.positive.check(detectorInterval, "tracking.detectorInterval")
    try smoothing?.check()
    guard (0...HandMotion.longestPredictionInMilliseconds).contains(predictionInMilliseconds) else {
      throw .invalidSetting(
        name: "tracking.predictionInMilliseconds", value: Double(predictionInMilliseconds),
        expected: "0 to \(HandMotion.longestPredictionInMilliseconds)")
    }
    if let frameBudget, frameBudget <= .zero || frameBudget > .milliseconds(Self.longestFrameBudgetInMilliseconds) {
      throw .invalidSetting(
        name: "tracking.frameBudget", value: frameBudget / .milliseconds(1),
        expected: "more than 0 and at most \(Self.longestFrameBudgetInMilliseconds) ms")
    }
    guard !assumesOnePerson || handCount <= 2 else { throw .tooManyHandsOfOnePerson(handCount) }
  }

  /// True if a track's motion is measured.
  var measuresMotion: Bool {
    smoothing != nil || predictionInMilliseconds > 0 || predictsRegion || frameBudget != nil
  }
}
