import Foundation
import VisionTasks

/// Options of the tasks that find hands.
public class HandTaskOptions: TaskOptions {
  /// How many hands are found at most; at least 1.
  public final var numHands = 1
  /// The lowest score, from 0 to 1, at which a palm counts as found.
  public final var minHandDetectionConfidence: Float = 0.5
  /// The score, from 0 to 1, that the hand in a palm's region must exceed.
  public final var minHandPresenceConfidence: Float = 0.5
  /// The overlap, from 0 to 1, above which a palm found in a video is a hand that is followed already.
  public final var minTrackingConfidence: Float = 0.5
  /// How hands are followed beyond what MediaPipe does. (Mudra's addition.)
  public final var tracking = TrackingOptions()
  /// What results tell besides the hands. (Mudra's addition.)
  public final var details: ResultDetails = []

  /// Takes over what the options of every hand task have.
  final func takeHandOptions(of other: HandTaskOptions) {
    takeTaskOptions(of: other)
    numHands = other.numHands
    minHandDetectionConfidence = other.minHandDetectionConfidence
    minHandPresenceConfidence = other.minHandPresenceConfidence
    minTrackingConfidence = other.minTrackingConfidence
    tracking = other.tracking
    details = other.details
  }
}

/// What a result tells besides the hands, in its `details`.
public struct ResultDetails: OptionSet, Sendable, Hashable, Codable {
  /// For each hand, where it was looked for, the palm it was found by, and what it was before smoothing and averaging.
  public static let hands = ResultDetails(rawValue: 1)
  /// The candidates that are not in the result, each with the rule that removed it.
  public static let removed = ResultDetails(rawValue: 2)

  /// One bit for each detail.
  public let rawValue: Int

  /// Details from their bits; unknown bits mean nothing.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// The options of a hand task, checked and as a value: what a task keeps of them.
package struct HandSettings: Sendable {
  /// What every task's options have.
  package let task: TaskSettings
  /// How many hands are found at most.
  package let handCount: Int
  /// The lowest score at which a palm counts.
  package let minDetection: Float
  /// The presence that a hand must exceed.
  package let minPresence: Float
  /// The overlap above which a palm is a hand that is followed already.
  package let minTracking: Float
  /// How hands are followed beyond what MediaPipe does.
  package let tracking: TrackingOptions
  /// What results tell besides the hands.
  package let details: ResultDetails

  /// Checks options in the order in which they are declared, the delegate of live streams last.
  ///
  /// - Throws: `TaskError` for an option that cannot be met.
  package init(_ options: HandTaskOptions, liveStreamDelegate: AnyObject? = nil) throws(TaskError) {
    task = try TaskSettings(options)
    guard options.numHands >= 1 else { throw .invalidHandCount(options.numHands) }
    try TaskSettings.check(options.minHandDetectionConfidence, "minHandDetectionConfidence")
    try TaskSettings.check(options.minHandPresenceConfidence, "minHandPresenceConfidence")
    try TaskSettings.check(options.minTrackingConfidence, "minTrackingConfidence")
    try options.tracking.check(handCount: options.numHands)
    handCount = options.numHands
    minDetection = options.minHandDetectionConfidence
    minPresence = options.minHandPresenceConfidence
    minTracking = options.minTrackingConfidence
    tracking = options.tracking
    details = options.details
    try task.check(liveStreamDelegate: liveStreamDelegate)
  }
}
