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

extension HandSettings {
  /// Checks options in order of declaration, the live-stream delegate last.
  ///
  /// - Throws: `TaskError` for an option that cannot be satisfied.
  package init(_ options: HandTaskOptions, liveStreamDelegate: AnyObject? = nil) throws(TaskError) {
    self.init(try TaskSettings(options))
    handCount = options.numHands
    minDetection = options.minHandDetectionConfidence
    minPresence = options.minHandPresenceConfidence
    minTracking = options.minTrackingConfidence
    landmarkPasses = options.landmarkPasses
    looksAgain = options.looksAgain
    tracking = options.tracking
    details = options.details
    try check()
    try task.check(liveStreamDelegate: liveStreamDelegate)
  }
}
