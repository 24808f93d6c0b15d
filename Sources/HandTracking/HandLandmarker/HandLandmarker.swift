import PixelImaging
import Synchronization

/// Finds hands in pictures: 21 landmarks in the picture and in space, and which hand it is.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class HandLandmarker: Sendable {
  private struct State {
    let pipeline: HandPipeline
    var timestamp = 0
  }

  private let runningMode: RunningMode
  private let state: Mutex<State>

  /// A task with the default options and the model bundle at a path.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  public init(options: HandLandmarkerOptions) throws(TaskError) {
    let settings = try TaskSettings(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence)
    let bundle = try TaskBundle(path: try settings.bundlePath(default: { $0.handLandmarkerPath }))
    runningMode = settings.runningMode
    state = Mutex(State(pipeline: try HandPipeline(bundle: bundle, settings: settings)))
  }

  /// The hands in a picture; the task must be in image mode.
  public func detect(image: MPImage) throws(TaskError) -> HandLandmarkerResult {
    guard runningMode == .image else { throw .wrongRunningMode(required: .image, current: runningMode) }
    let input = try Region(inputOf: image)
    return try state.withLock { (state) throws(TaskError) in
      let hands = try state.pipeline.process(image.image, input: input)
      defer { state.timestamp += ModelConstants.millisecondsBetweenImages }
      return HandLandmarkerResult(
        landmarks: hands.map(\.landmarks), worldLandmarks: hands.map(\.worldLandmarks),
        handedness: hands.map { [$0.handedness] }, timestampInMilliseconds: state.timestamp,
        presences: hands.map(\.presence))
    }
  }

  /// The hands in a picture that is upright; the task must be in image mode.
  public func detect(image: Image) throws(TaskError) -> HandLandmarkerResult {
    try detect(image: MPImage(image: image))
  }
}

// MARK: Connections

extension HandLandmarker {
  /// The lines of the palm.
  public static var handPalmConnections: [Connection] { HandConnections.palm }
  /// The lines of the thumb.
  public static var handThumbConnections: [Connection] { HandConnections.thumb }
  /// The lines of the index finger.
  public static var handIndexFingerConnections: [Connection] { HandConnections.indexFinger }
  /// The lines of the middle finger.
  public static var handMiddleFingerConnections: [Connection] { HandConnections.middleFinger }
  /// The lines of the ring finger.
  public static var handRingFingerConnections: [Connection] { HandConnections.ringFinger }
  /// The lines of the little finger.
  public static var handPinkyConnections: [Connection] { HandConnections.pinky }
  /// All lines of the hand: palm, thumb, index, middle, ring and little finger.
  public static var handConnections: [Connection] { HandConnections.all }
}
