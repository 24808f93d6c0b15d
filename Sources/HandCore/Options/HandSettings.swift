import VisionCore

/// The options of a hand task as a value.
package struct HandSettings: Sendable {
  /// The options of all tasks.
  package var task: TaskSettings
  /// The maximum number of hands to find.
  package var handCount = 1
  /// The minimum score of a palm.
  package var minDetection: Float = 0.5
  /// The presence that a hand must exceed.
  package var minPresence: Float = 0.5
  /// The overlap above which a palm is a hand that is already tracked.
  package var minTracking: Float = 0.5
  /// How often the landmarks of a hand in a single picture are searched for.
  package var landmarkPasses = 1
  /// What is tried with a picture that shows no hand.
  package var looksAgain: [SecondLook] = []
  /// Options for tracking beyond MediaPipe's.
  package var tracking = TrackingOptions()
  /// What results tell besides the hands.
  package var details: ResultDetails = []
  /// The clock that frames are timed with, in nanoseconds.
  package var clock: @Sendable () -> UInt64 = Stopwatch.usualClock

  /// The default options, besides those of all tasks.
  package init(_ task: TaskSettings) {
    self.task = task
  }

  /// Throws `TaskError` for the first option, in order of declaration, that cannot be satisfied. Those of all tasks
  /// have been checked.
  package func check() throws(TaskError) {
    guard handCount >= 1 else { throw .invalidHandCount(handCount) }
    try TaskSettings.check(minDetection, "minHandDetectionConfidence")
    try TaskSettings.check(minPresence, "minHandPresenceConfidence")
    try TaskSettings.check(minTracking, "minTrackingConfidence")
    guard (1...2).contains(landmarkPasses) else {
      throw .invalidSetting(name: "landmarkPasses", value: Double(landmarkPasses), expected: "1 or 2")
    }
    try tracking.check(handCount: handCount)
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
  package var frameBudget: Duration? { task.runningMode == .image ? nil : tracking.frameBudget }

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
