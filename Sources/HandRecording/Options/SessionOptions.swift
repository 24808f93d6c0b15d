import HandPose
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

  /// The maximum number of hands that ``checkLimits()`` allows: more would only take memory.
  public static let handLimit = 32
  /// The maximum number of threads that ``checkLimits()`` allows.
  public static let threadLimit = 64
  /// The smallest hand, as a share of a picture's shorter side, that ``checkLimits()`` allows to search for: some
  /// hundred runs of the palm detector.
  public static let smallestHandLimit: Float = 0.02
  /// The maximum number of regions of a session in JSON: each takes a run of the palm detector.
  public static let regionLimit = 16

  /// What is looked for.
  public var task = Task.gestures
  /// The maximum number of hands; at least 1.
  public var numHands = 1
  /// The lowest score of a palm, from 0 to 1.
  public var minHandDetectionConfidence: Float = 0.5
  /// The presence that a hand must exceed, from 0 to 1.
  public var minHandPresenceConfidence: Float = 0.5
  /// The overlap above which a palm is a hand that is tracked already, from 0 to 1.
  public var minTrackingConfidence: Float = 0.5
  /// Which canned gestures are reported.
  public var canned = ClassifierSettings()
  /// Which of the bundle's own gestures are reported.
  public var custom = ClassifierSettings()
  /// How hands are followed, beyond MediaPipe's tracking.
  public var tracking = TrackingOptions()
  /// Whether pictures are mirror images; nil if nothing is known.
  public var isMirrored: Bool?
  /// How pictures are stored. Results are in the picture as it is stored.
  public var orientation = ImageOrientation.up
  /// Where in each picture hands are searched for.
  public var search = ImageSearch.everywhere
  /// How often the landmarks of a hand in a picture by itself are searched for, 1 or 2.
  public var landmarkPasses = 1
  /// What is tried, in this order, with a picture by itself that shows no hand.
  public var looksAgain: [SecondLook] = []
  /// The number of threads of a network; at least 1.
  public var numThreads = 1
  /// The arithmetic of the networks. It belongs to the model that a session is created with.
  public var precision = Precision.exact
  /// What the results say besides the hands. Embeddings are only those of gestures.
  public var details: ResultDetails = []
  /// Whether results say how long their steps took.
  public var reportsTimings = false
  /// The camera that takes the pictures: results say where each hand is before it, in meters. Nil for no places.
  public var camera: CameraModel?
  /// When hands appear and gestures begin in a video; nil for no events.
  public var events: GestureEventOptions?
  /// When touchless gestures of the first hand begin in a video; nil for none.
  public var touchless: TouchlessSettings?
  /// When a movement of the first hand in a video is a swipe; nil for no swipes.
  public var swipes: SwipeSettings?
  /// When the first hand in a video grabs and releases; nil for no grabs.
  public var grabs: GrabSettings?
  /// The motions that are looked for in a video; nil for none. In JSON, it is the file's bytes as base64.
  public var motions: MotionModel?
  /// When a movement counts as one of the motions.
  public var motionOptions = MotionOptions()
  /// When hands pinch, grab, point, zoom and rotate, and how much, in a video; nil for no such values.
  public var actions: HandActionSettings?

  /// The tasks' defaults.
  public init() {}

  /// Refuses options from a stranger that would take the machine: more hands or threads than the limits, smaller hands.
  ///
  /// - Throws: `TaskError.invalidSetting`.
  public func checkLimits() throws(TaskError) {
    for (name, value, limit) in [("numHands", numHands, Self.handLimit), ("numThreads", numThreads, Self.threadLimit)]
    where !(1...limit).contains(value) {
      throw .invalidSetting(name: name, value: Double(value), expected: "from 1 to \(limit)")
    }
    if case .tiles(let smallest, _) = search, smallest < Self.smallestHandLimit {
      throw .invalidSetting(
        name: "smallestHand", value: Double(smallest), expected: "from \(Self.smallestHandLimit) to 1")
    }
  }

  /// Whether a session needs a model with fast networks besides the exact ones, `HandModel(exact, fast: fast)`, to take
  /// every step of its frame budget.
  public var needsFastModel: Bool { precision == .exact && tracking.frameBudget != nil }

  // MARK: The library's options

  /// The options of a recognizer.
  public func recognizerOptions(_ mode: RunningMode) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    set(options, mode)
    options.cannedGesturesClassifierOptions = canned.options
    options.customGesturesClassifierOptions = custom.options
    return options
  }

  /// The options of a landmarker.
  public func landmarkerOptions(_ mode: RunningMode) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    set(options, mode)
    return options
  }

  private func set(_ options: HandTaskOptions, _ mode: RunningMode) {
    options.runningMode = mode
    options.numHands = numHands
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.landmarkPasses = landmarkPasses
    options.looksAgain = looksAgain
    options.tracking = tracking
    options.inputProperties.isMirrored = isMirrored
    options.baseOptions.numThreads = numThreads
    options.baseOptions.precision = precision
    options.baseOptions.reportsTimings = reportsTimings
    options.details = details
  }
}
