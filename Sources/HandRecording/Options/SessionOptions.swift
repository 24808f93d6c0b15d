import HandTracking
import PixelImaging
import VisionTasks

/// The options of a session of either task as one value, which JSON can hold: keys that are left out have the task's
/// default.
public struct SessionOptions: Sendable, Hashable {
  /// What is looked for.
  public enum Task: String, Sendable, Hashable, Codable, CaseIterable {
    /// Hands and their gestures.
    case gestures
    /// Hands.
    case landmarks
  }

  /// The most hands that a session may ask for: more would only take memory.
  public static let handLimit = 32
  /// The most threads that a session may ask for.
  public static let threadLimit = 64
  /// The most regions that a session in JSON may search: each one takes a run of the palm detector.
  public static let regionLimit = 16

  /// What is looked for.
  public var task = Task.gestures
  /// The most hands, from 1 to 32.
  public var numHands = 1
  /// The lowest score of a palm, from 0 to 1.
  public var minHandDetectionConfidence: Float = 0.5
  /// The presence that a hand must exceed, from 0 to 1.
  public var minHandPresenceConfidence: Float = 0.5
  /// The overlap above which a palm is a hand that is tracked already, from 0 to 1.
  public var minTrackingConfidence: Float = 0.5
  /// Which canned gestures are reported.
  public var canned = GestureFilter()
  /// Which of the bundle's own gestures are reported.
  public var custom = GestureFilter()
  /// How hands are followed, beyond MediaPipe's tracking.
  public var tracking = TrackingOptions()
  /// Whether pictures are mirror images; nil if nothing is known.
  public var isMirrored: Bool?
  /// How pictures are stored. Results are in the picture as it is stored.
  public var orientation = ImageOrientation.up
  /// Where in each picture hands are searched for.
  public var search = HandSearch.everywhere
  /// The threads of a network, from 1 to 64.
  public var numThreads = 1
  /// The arithmetic of the networks. It belongs to the model that a session is created with.
  public var precision = Precision.exact
  /// What the results say besides the hands.
  public var contents: ReportContents = []
  /// Whether results have the embedding of each hand.
  public var reportsEmbeddings = false
  /// Whether results say how long their steps took.
  public var reportsTimings = false

  /// The tasks' defaults.
  public init() {}

  // MARK: The library's options

  /// The options of a recognizer.
  ///
  /// - Throws: `TaskError` for a number of hands or threads above the limit.
  public func recognizerOptions(_ mode: RunningMode) throws(TaskError) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    try set(options, mode)
    options.cannedGesturesClassifierOptions = canned.options
    options.customGesturesClassifierOptions = custom.options
    return options
  }

  /// The options of a landmarker.
  ///
  /// - Throws: `TaskError` for a number of hands or threads above the limit.
  public func landmarkerOptions(_ mode: RunningMode) throws(TaskError) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    try set(options, mode)
    return options
  }

  private func set(_ options: HandTaskOptions, _ mode: RunningMode) throws(TaskError) {
    guard (1...Self.handLimit).contains(numHands) else { throw .invalidHandCount(numHands) }
    guard (1...Self.threadLimit).contains(numThreads) else { throw .invalidThreadCount(numThreads) }
    options.runningMode = mode
    options.numHands = numHands
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.tracking = tracking
    options.inputFacts.isMirrored = isMirrored
    options.baseOptions.numThreads = numThreads
    options.baseOptions.precision = precision
    options.baseOptions.reportsTimings = reportsTimings
    if contents.contains(.details) { options.details.insert(.hands) }
    if contents.contains(.reasons) { options.details.insert(.removed) }
    if reportsEmbeddings, task == .gestures { options.details.insert(.embeddings) }
  }
}
