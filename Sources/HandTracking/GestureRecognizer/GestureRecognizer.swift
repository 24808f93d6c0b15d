import Foundation
import PixelImaging
import TensorRuntime

/// Finds hands in pictures and video frames, as ``HandLandmarker`` does, and names their gestures.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class GestureRecognizer: NSObject, Sendable {
  private let runner: TaskRunner<RecognizerPipeline>
  private let liveStream: LiveStream<GestureRecognizerResult>?

  /// A task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` if the bundle cannot be opened or is none of this task.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` if the bundle cannot be opened or is none of this task, or an option makes no sense.
  public convenience init(options: GestureRecognizerOptions) throws(TaskError) {
    try self.init(options, sharesModel: false) { (settings) throws(TaskError) in
      try settings.model(namesGestures: true) { $0.gestureRecognizerPath }
    }
  }

  /// A task that shares a model with others. (Mudra's addition.)
  ///
  /// The options' model path, buffer and kernels do not count. `numThreads` is 1 unless the options say otherwise.
  /// - Throws: `TaskError.modelWithoutGestures` for the model of a hand landmarker's bundle.
  public convenience init(
    model: HandModel, options: GestureRecognizerOptions = GestureRecognizerOptions()
  ) throws(TaskError) {
    try self.init(options, sharesModel: true) { _ in model }
  }

  private init(
    _ options: GestureRecognizerOptions, sharesModel: Bool, model: (TaskSettings) throws(TaskError) -> HandModel
  ) throws(TaskError) {
    let settings = try TaskSettings(options)
    let canned = try ClassifierSettings(
      options.cannedGesturesClassifierOptions, name: "cannedGesturesClassifierOptions")
    let custom = try ClassifierSettings(
      options.customGesturesClassifierOptions, name: "customGesturesClassifierOptions")
    let model = try model(settings)
    guard let gestureModel = model.gestures else { throw .modelWithoutGestures }
    let threads = ThreadPool(threadCount: settings.threadCount(sharesModel: sharesModel))
    runner = TaskRunner(
      settings: settings, sharesModel: sharesModel,
      pipeline: try RecognizerPipeline(
        model, gestureModel, canned: canned, custom: custom, settings: settings, threads: threads))
    guard settings.runningMode == .liveStream else {
      liveStream = nil
      super.init()
      return
    }
    let receiver = LiveStreamReceiver<GestureRecognizer>(delegate: options.gestureRecognizerLiveStreamDelegate)
    liveStream = LiveStream(
      process: { [runner] in runner.liveFrame($0, timestamp: $1) },
      reportDrop: { timestamp in
        guard let (task, delegate) = Self.receivers(receiver) else { return }
        delegate.gestureRecognizer(task, didDropFrameAtTimestampInMilliseconds: timestamp)
      }
    ) { answer, timestamp in
      guard let (task, delegate) = Self.receivers(receiver) else { return }
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

  private static func receivers(
    _ receiver: LiveStreamReceiver<GestureRecognizer>
  ) -> (GestureRecognizer, any GestureRecognizerLiveStreamDelegate)? {
    guard let task = receiver.owner, let delegate = receiver.delegate as? any GestureRecognizerLiveStreamDelegate
    else {
      return nil
    }
    return (task, delegate)
  }

  deinit {
    liveStream?.end()
  }

  // MARK: Pictures

  /// The hands in a picture and their gestures; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode` in another mode than that of single pictures, `TaskError.closed`, or
  ///   `TaskError.image`.
  public func recognize(image: MPImage) throws(TaskError) -> GestureRecognizerResult {
    try runner.image(try runner.frame(image))
  }

  /// The hands in a picture that is upright and their gestures; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode` in another mode than that of single pictures, `TaskError.closed`, or
  ///   `TaskError.image`.
  public func recognize(image: PixelImage) throws(TaskError) -> GestureRecognizerResult {
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
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func recognize(
    videoFrame: PixelImage, timestampInMilliseconds: Int
  ) throws(TaskError) -> GestureRecognizerResult {
    var result = GestureRecognizerResult(timestampInMilliseconds: timestampInMilliseconds)
    try recognize(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the hands in the next frame of a video and their gestures.
  ///
  /// The lists of an earlier result are used again, so that a frame with as many hands as the one before allocates
  /// nothing. If the call throws, `result` is as it was.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func recognize(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try runner.videoFrame(try runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the hands in the next frame, which is upright, of a video and their gestures.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func recognize(
    videoFrame: PixelImage, timestampInMilliseconds: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try runner.videoFrame(Frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  // MARK: Live stream

  /// Takes the next frame of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// The answer goes to the options' delegate. One frame is processed and one waits; a frame that comes while one waits
  /// takes its place, and the replaced one is never answered:
  /// the delegate is told that it was dropped.
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
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func recognizeAsync(image: PixelImage, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// How many frames of a live stream were replaced by newer ones, or not answered before the task was closed. With the
  /// delegate's answers these are all frames that were taken. (Mudra's addition.)
  public var droppedFrameCount: Int { liveStream?.droppedCount ?? 0 }
}

// MARK: Swift concurrency

/// Mudra's additions. Work is done on a queue of the task, so that no thread of Swift's concurrency is blocked.
extension GestureRecognizer {
  /// The hands in a picture and their gestures; the task must be in image mode.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture's turn came.
  public func recognize(_ image: MPImage) async throws(TaskError) -> GestureRecognizerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.image(try runner.frame(image)) }
  }

  /// The hands in a picture that is upright and their gestures; the task must be in image mode.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture's turn came.
  public func recognize(_ image: PixelImage) async throws(TaskError) -> GestureRecognizerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.image(Frame(image)) }
  }

  /// The hands in the next frame of a video and their gestures; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later than the last frame's, and
  ///   `TaskError.cancelled` if the caller was cancelled before the frame's turn came; such a frame has no effect.
  public func recognize(_ frame: VideoFrame) async throws(TaskError) -> GestureRecognizerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.videoFrame(frame) }
  }

  /// The hands in each frame of a camera or video and their gestures, as a sequence; the task must be in video mode.
  ///
  /// - Parameters:
  ///   - frames: the frames, each later than the one before.
  ///   - policy: what becomes of frames that come faster than their results are taken.
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed` or `TaskError.invalidFrameBound`.
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy = .latest
  ) throws(TaskError) -> FrameResults<GestureRecognizerResult, Frames.Failure> where Frames.Element == VideoFrame {
    try runner.require(.video)
    return try FrameResults(of: frames, policy: policy, end: runner.end) { frame throws(TaskError) in
      try await self.recognize(frame)
    }
  }
}

// MARK: Memory and the end

/// Mudra's additions.
extension GestureRecognizer {
  /// Runs every network once on nothing, so that the first picture is as fast as the others.
  ///
  /// - Throws: `TaskError.closed`, or `TaskError` if a network cannot be run.
  public func warmUp() throws(TaskError) {
    try runner.warmUp()
  }

  /// Bytes that the task holds: its working memory, and the weights and code unless they are a ``HandModel``'s.
  public var memoryFootprint: MemoryFootprint { runner.memoryFootprint }

  /// Ends the task and releases its memory. Later calls throw ``TaskError/closed``.
  ///
  /// Waits for the picture or frame that is being processed and, in live-stream mode, for the delegate's method if it
  /// is running; a frame that waits is dropped. Afterwards no frame's memory is read and the delegate is not called.
  ///
  /// May be called on any thread, in the delegate's method too (for which it then does not wait), and more than once.
  /// The delegate's method must not wait for a thread that closes the task.
  public func close() {
    liveStream?.close()
    runner.close()
  }
}
