import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Options of the tasks that find hands.
public class HandTaskOptions: TaskOptions {
  /// The maximum number of hands to find; at least 1.
  public final var numHands = 1
  /// The minimum score, from 0 to 1, of a palm.
  public final var minHandDetectionConfidence: Float = 0.5
  /// The score, from 0 to 1, that the hand in a palm's region must exceed.
  public final var minHandPresenceConfidence: Float = 0.5
  /// The overlap, from 0 to 1, above which a palm found in a video is a hand that is already tracked.
  public final var minTrackingConfidence: Float = 0.5
  /// How often the landmarks of a hand in a single picture are searched for, 1 or 2. The second time it is where the
  /// first landmarks say that the hand is, as in the next frame of a video. It costs a run of the network a hand.
  /// (Mudra's addition.)
  public final var landmarkPasses = 1
  /// What is tried, in this order, with a picture that shows no hand. Frames of a video, and pictures that are searched
  /// in regions or squares, are not looked at again. (Mudra's addition.)
  public final var looksAgain: [SecondLook] = []
  /// Options for tracking beyond MediaPipe's. (Mudra's addition.)
  public final var tracking = TrackingOptions()
  /// What results report besides the hands. (Mudra's addition.)
  public final var details: ResultDetails = []

  /// Copies the options of all hand tasks.
  final func takeHandOptions(of other: HandTaskOptions) {
    takeTaskOptions(of: other)
    numHands = other.numHands
    minHandDetectionConfidence = other.minHandDetectionConfidence
    minHandPresenceConfidence = other.minHandPresenceConfidence
    minTrackingConfidence = other.minTrackingConfidence
    landmarkPasses = other.landmarkPasses
    looksAgain = other.looksAgain
    tracking = other.tracking
    details = other.details
  }
}

/// What a result reports besides the hands: in the `details` of each hand and of the result.
public struct ResultDetails: OptionSet, Sendable, Hashable, Codable {
  /// For each hand, where it was searched for, the palm by which it was found, and its values before smoothing and
  /// averaging.
  public static let hands = ResultDetails(rawValue: 1)
  /// The candidates that are not in the result, each with the rule that removed it.
  public static let removed = ResultDetails(rawValue: 2)
  /// The embedding of each hand: the vector that its gesture is named by. Only a ``GestureRecognizer`` computes it.
  public static let embeddings = ResultDetails(rawValue: 4)
  /// The shape of each hand in texts and JSON; in Swift, ``DetectedHand/shape`` always has it.
  public static let shapes = ResultDetails(rawValue: 8)
  /// How reliable each landmark of each hand is, in ``DetectedHand/reliability`` and as the `visibility` of landmarks.
  /// The landmark network runs once more for each hand: in a picture, and in one of five frames of a video.
  public static let reliability = ResultDetails(rawValue: 16)
  /// How fast each hand of a video moves, in JSON too. Smoothing and prediction measure it for themselves.
  public static let motion = ResultDetails(rawValue: 32)
  /// The bones of each hand, fitted to its world landmarks: ``DetectedHand/skeleton``. In a video, their lengths are
  /// those of all frames of the hand so far.
  public static let skeleton = ResultDetails(rawValue: 64)

  /// One bit for each detail.
  public let rawValue: Int

  /// Details from their bits; unknown bits are ignored.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// The options of a hand task, checked and as a value, for a task to keep.
package struct HandSettings: Sendable {
  /// The options of all tasks.
  package let task: TaskSettings
  /// The maximum number of hands to find.
  package let handCount: Int
  /// The minimum score of a palm.
  package let minDetection: Float
  /// The presence that a hand must exceed.
  package let minPresence: Float
  /// The overlap above which a palm is a hand that is already tracked.
  package let minTracking: Float
  /// How often the landmarks of a hand in a single picture are searched for.
  package let landmarkPasses: Int
  /// What is tried with a picture that shows no hand.
  package let looksAgain: [SecondLook]
  /// Options for tracking beyond MediaPipe's.
  package let tracking: TrackingOptions
  /// What results tell besides the hands.
  package let details: ResultDetails
  /// The clock that frames are timed with, in nanoseconds.
  package var clock: @Sendable () -> UInt64 = Stopwatch.usualClock

  /// Checks options in order of declaration, the live-stream delegate last.
  ///
  /// - Throws: `TaskError` for an option that cannot be satisfied.
  package init(_ options: HandTaskOptions, liveStreamDelegate: AnyObject? = nil) throws(TaskError) {
    task = try TaskSettings(options)
    guard options.numHands >= 1 else { throw .invalidHandCount(options.numHands) }
    try TaskSettings.check(options.minHandDetectionConfidence, "minHandDetectionConfidence")
    try TaskSettings.check(options.minHandPresenceConfidence, "minHandPresenceConfidence")
    try TaskSettings.check(options.minTrackingConfidence, "minTrackingConfidence")
    guard (1...2).contains(options.landmarkPasses) else {
      throw .invalidSetting(name: "landmarkPasses", value: Double(options.landmarkPasses), expected: "1 or 2")
    }
    try options.tracking.check(handCount: options.numHands)
    handCount = options.numHands
    minDetection = options.minHandDetectionConfidence
    minPresence = options.minHandPresenceConfidence
    minTracking = options.minTrackingConfidence
    landmarkPasses = options.landmarkPasses
    looksAgain = options.looksAgain
    tracking = options.tracking
    details = options.details
    try task.check(liveStreamDelegate: liveStreamDelegate)
  }

  /// The settings of the palm detector.
  var palmDetection: KeypointDetector.Settings {
    var settings = KeypointDetector.Settings(
      minScore: minDetection, overlap: ModelConstants.Palm.suppressionOverlap)
    settings.reportsRefused = details.contains(.removed)
    settings.rowMultiple = tracking.skipsLetterbox ? ModelConstants.Palm.coarsestStride : nil
    return settings
  }

  /// How long a frame of a video may take.
  var frameBudget: Duration? { task.runningMode == .image ? nil : tracking.frameBudget }

  /// Whether the motion of tracked hands is measured.
  var measuresMotion: Bool { tracking.measuresMotion || details.contains(.motion) }

  /// Whether hands of a video need to be told apart.
  var assignsTracks: Bool {
    measuresMotion || tracking.assignsIdentities || tracking.handednessFrames > 1 || details.contains(.skeleton)
  }

  /// The settings of the tracker of hands.
  var handTracking: RegionTrackerSettings {
    var settings = RegionTrackerSettings(limit: handCount, overlap: minTracking)
    settings.detectorInterval = tracking.detectorInterval
    settings.reportsRemoved = details.contains(.removed)
    return settings
  }
}
