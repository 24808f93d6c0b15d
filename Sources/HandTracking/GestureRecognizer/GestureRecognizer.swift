import Foundation
import PixelImaging

/// Finds hands in pictures and video frames, as ``HandLandmarker`` does, and names their gestures.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class GestureRecognizer: NSObject, Sendable {
  private let runner: TaskRunner<RecognizerPipeline>
  private let liveStream: LiveStream<GestureRecognizerResult>?

  /// A task with the default options and the model bundle at a path.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  public init(options: GestureRecognizerOptions) throws(TaskError) {
    let settings = try TaskSettings(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, tracking: options.tracking,
      inputFacts: options.inputFacts, details: options.details)
    let delegate = options.gestureRecognizerLiveStreamDelegate
    try settings.check(liveStreamDelegate: delegate)
    let canned = try ClassifierSettings(
      options.cannedGesturesClassifierOptions, name: "cannedGesturesClassifierOptions")
    let custom = try ClassifierSettings(
      options.customGesturesClassifierOptions, name: "customGesturesClassifierOptions")
    let bundle = try TaskBundle(path: try settings.bundlePath(default: { $0.gestureRecognizerPath }))
    runner = TaskRunner(
      settings: settings,
      pipeline: try RecognizerPipeline(bundle: bundle, canned: canned, custom: custom, settings: settings))
    guard settings.runningMode == .liveStream else {
      liveStream = nil
      super.init()
      return
    }
    let receiver = LiveStreamReceiver<GestureRecognizer>(delegate: delegate)
    liveStream = LiveStream(process: { [runner] in runner.liveFrame($0, timestamp: $1) }) { answer, timestamp in
      guard let task = receiver.owner, let delegate = receiver.delegate as? any GestureRecognizerLiveStreamDelegate
      else {
        return
      }
      switch answer {
      case .success(let result):
        delegate.gestureRecognizer(
          task, didFinishGestureRecognition: result, timestampInMilliseconds: timestamp, error: nil)
      case .failure(let error):
        delegate.gestureRecognizer(task, didFinishGestureRecognition: nil, timestampInMilliseconds: .min, error: error)
      }
    }
    super.init()
    receiver.belongs(to: self)
  }

  deinit {
    liveStream?.end()
  }

  // MARK: Pictures

  /// The hands in a picture and their gestures; the task must be in image mode.
  public func recognize(image: MPImage) throws(TaskError) -> GestureRecognizerResult {
    try runner.image(try runner.frame(image))
  }

  /// The hands in a picture that is upright and their gestures; the task must be in image mode.
  public func recognize(image: Image) throws(TaskError) -> GestureRecognizerResult {
    try runner.image(Frame(image))
  }

  // MARK: Video

  /// The hands in the next frame of a video and their gestures; the task must be in video mode.
  ///
  /// Hands of the frame before are looked for where they were; palms are detected only if fewer hands than `numHands`
  /// are followed. Frames may differ in size.
  ///
  /// - Parameters:
  ///   - videoFrame: the frame.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect.
  public func recognize(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws(TaskError) -> GestureRecognizerResult {
    var result = GestureRecognizerResult(timestampInMilliseconds: timestampInMilliseconds)
    try recognize(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// The hands in the next frame, which is upright, of a video and their gestures; the task must be in video mode.
  public func recognize(
    videoFrame: Image, timestampInMilliseconds: Int
  ) throws(TaskError) -> GestureRecognizerResult {
    var result = GestureRecognizerResult(timestampInMilliseconds: timestampInMilliseconds)
    try recognize(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the hands in the next frame of a video and their gestures.
  ///
  /// The lists of an earlier result are used again, so that a frame with as many hands as the one before allocates
  /// nothing. If the call throws, `result` is as it was.
  public func recognize(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try runner.videoFrame(try runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the hands in the next frame, which is upright, of a video and their gestures.
  public func recognize(
    videoFrame: Image, timestampInMilliseconds: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try runner.videoFrame(Frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  // MARK: Live stream

  /// Takes the next frame of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// The answer goes to the options' delegate. One frame is processed and one waits; a frame that comes while one waits
  /// takes its place, and the replaced one is never answered.
  ///
  /// - Parameters:
  ///   - image: the frame. Memory that it refers to must stay as it is until the frame was answered or replaced.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect.
  public func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(try runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// Takes the next frame, which is upright, of a camera and returns at once; the task must be in live-stream mode.
  public func recognizeAsync(image: Image, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// How many frames of a live stream were replaced by newer ones before they were processed. (Mudra's addition.)
  public var droppedFrameCount: Int { liveStream?.droppedCount ?? 0 }
}
