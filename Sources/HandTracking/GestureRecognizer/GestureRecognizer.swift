import PixelImaging
import Synchronization

/// Finds hands in pictures, as ``HandLandmarker`` does, and names their gestures.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class GestureRecognizer: Sendable {
  private struct State {
    let hands: HandPipeline
    let gestures: GesturePipeline
    var timestamp = 0
  }

  private let runningMode: RunningMode
  private let state: Mutex<State>

  /// A task with the default options and the model bundle at a path.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  public init(options: GestureRecognizerOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let settings = try TaskSettings(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence)
    let canned = try ClassifierSettings(
      options.cannedGesturesClassifierOptions, name: "cannedGesturesClassifierOptions")
    let custom = try ClassifierSettings(
      options.customGesturesClassifierOptions, name: "customGesturesClassifierOptions")
    let bundle = try TaskBundle(path: try settings.bundlePath(default: { $0.gestureRecognizerPath }))
    runningMode = settings.runningMode
    let hands = try HandPipeline(bundle: try bundle.bundle(named: Files.handLandmarkerBundle), settings: settings)
    let gestures = try GesturePipeline(
      bundle: try bundle.bundle(named: Files.gestureBundle), canned: canned, custom: custom, settings: settings)
    state = Mutex(State(hands: hands, gestures: gestures))
  }

  /// The hands in a picture and their gestures; the task must be in image mode.
  public func recognize(image: MPImage) throws(TaskError) -> GestureRecognizerResult {
    guard runningMode == .image else { throw .wrongRunningMode(required: .image, current: runningMode) }
    let input = try Region(inputOf: image)
    return try state.withLock { (state) throws(TaskError) in
      var hands = try state.hands.process(image.image, input: input)
      let gestures = hands.compactMap { hand in
        state.gestures.gesture(
          of: hand, rotation: input.rotation, imageWidth: image.image.width, imageHeight: image.image.height)
      }
      if gestures.isEmpty {
        hands.removeAll()
      }
      defer { state.timestamp += ModelConstants.millisecondsBetweenImages }
      return GestureRecognizerResult(
        gestures: gestures.map { [$0.category] }, handedness: hands.map { [$0.handedness] },
        landmarks: hands.map(\.landmarks), worldLandmarks: hands.map(\.worldLandmarks),
        timestampInMilliseconds: state.timestamp, presences: hands.map(\.presence))
    }
  }

  /// The hands in a picture that is upright and their gestures; the task must be in image mode.
  public func recognize(image: Image) throws(TaskError) -> GestureRecognizerResult {
    try recognize(image: MPImage(image: image))
  }
}
