import Foundation
import PixelImaging
import TensorRuntime

/// Finds hands in pictures and video frames: 21 landmarks in the picture and in space, and which hand it is.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class HandLandmarker: NSObject, Sendable {
  private let runner: TaskRunner<LandmarkerPipeline>
  private let liveStream: LiveStream<HandLandmarkerResult>?

  /// A task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` if the bundle cannot be opened or is none of this task.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` if the bundle cannot be opened or is none of this task, or an option makes no sense.
  public convenience init(options: HandLandmarkerOptions) throws(TaskError) {
    let settings = try TaskSettings(options)
    let model = try settings.model(namesGestures: false) { $0.handLandmarkerPath }
    try self.init(
      model, settings: settings, sharesModel: false, delegate: options.handLandmarkerLiveStreamDelegate)
  }

  /// A task that shares a model with others. (Mudra's addition.)
  ///
  /// The options' model path, buffer and kernels do not count. `numThreads` is 1 unless the options say otherwise.
  ///
  /// - Throws: `TaskError` if an option makes no sense.
  public convenience init(
    model: HandModel, options: HandLandmarkerOptions = HandLandmarkerOptions()
  ) throws(TaskError) {
    try self.init(
      model, settings: TaskSettings(options), sharesModel: true,
      delegate: options.handLandmarkerLiveStreamDelegate)
  }

  private init(
    _ model: HandModel, settings: TaskSettings, sharesModel: Bool,
    delegate: (any HandLandmarkerLiveStreamDelegate)?
  ) throws(TaskError) {
    let threads = ThreadPool(threadCount: settings.threadCount(sharesModel: sharesModel))
    runner = TaskRunner(
      settings: settings, sharesModel: sharesModel,
      pipeline: try LandmarkerPipeline(model, settings: settings, threads: threads))
    guard settings.runningMode == .liveStream else {
      liveStream = nil
      super.init()
      return
    }
    let receiver = LiveStreamReceiver<HandLandmarker>(delegate: delegate)
    liveStream = LiveStream(
      process: { [runner] in runner.liveFrame($0, timestamp: $1) },
      reportDrop: { timestamp in
        guard let (task, delegate) = Self.receivers(receiver) else { return }
        delegate.handLandmarker(task, didDropFrameAtTimestampInMilliseconds: timestamp)
      }
    ) { answer, timestamp in
      guard let (task, delegate) = Self.receivers(receiver) else { return }
      switch answer {
      case .success(let result):
        delegate.handLandmarker(task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: nil)
      case .failure(let error):
        delegate.handLandmarker(task, didFinishDetection: nil, timestampInMilliseconds: .min, error: error)
      }
    }
    super.init()
    receiver.belongs(to: self)
  }

  private static func receivers(
    _ receiver: LiveStreamReceiver<HandLandmarker>
  ) -> (HandLandmarker, any HandLandmarkerLiveStreamDelegate)? {
    guard let task = receiver.owner, let delegate = receiver.delegate as? any HandLandmarkerLiveStreamDelegate else {
      return nil
    }
    return (task, delegate)
  }

  deinit {
    liveStream?.end()
  }

  // MARK: Pictures

  /// The hands in a picture; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode` in another mode than that of single pictures, `TaskError.closed`, or
  ///   `TaskError.image`.
  public func detect(image: MPImage) throws(TaskError) -> HandLandmarkerResult {
    try runner.image(try runner.frame(image))
  }

  /// The hands in a picture that is upright; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode` in another mode than that of single pictures, `TaskError.closed`, or
  ///   `TaskError.image`.
  public func detect(image: PixelImage) throws(TaskError) -> HandLandmarkerResult {
    try runner.image(Frame(image))
  }

  // MARK: Video

  /// The hands in the next frame of a video; the task must be in video mode.
  ///
  /// Hands of the frame before are looked for where they were; palms are detected only if fewer hands than `numHands`
  /// are followed. Frames may differ in size.
  ///
  /// - Parameters:
  ///   - videoFrame: the frame.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws(TaskError) -> HandLandmarkerResult {
    var result = HandLandmarkerResult(timestampInMilliseconds: timestampInMilliseconds)
    try detect(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// The hands in the next frame, which is upright, of a video; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func detect(
    videoFrame: PixelImage, timestampInMilliseconds: Int
  ) throws(TaskError) -> HandLandmarkerResult {
    var result = HandLandmarkerResult(timestampInMilliseconds: timestampInMilliseconds)
    try detect(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the hands in the next frame of a video.
  ///
  /// The lists of an earlier result are used again, so that a frame with as many hands as the one before allocates
  /// nothing. If the call throws, `result` is as it was.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    try runner.videoFrame(try runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the hands in the next frame, which is upright, of a video.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func detect(
    videoFrame: PixelImage, timestampInMilliseconds: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    try runner.videoFrame(Frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  // MARK: Palms

  /// The palms in a picture, the best first, without landmarks: the palm detector's answer alone. (Mudra's addition.)
  ///
  /// The task may be in any mode; its tracks and times stay as they are. `numHands` does not limit the palms.
  ///
  /// - Throws: `TaskError` in another mode than that of single pictures, after closing, or if the picture cannot be
  ///   read.
  public func detectPalms(image: MPImage) throws(TaskError) -> [PalmBox] {
    try runner.palms(image)
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
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(try runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// Takes the next frame, which is upright, of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect. Also
  ///   `TaskError.wrongRunningMode` and `TaskError.closed`.
  public func detectAsync(image: PixelImage, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// How many frames of a live stream were replaced by newer ones, or not answered before the task was closed. With the
  /// delegate's answers these are all frames that were taken. (Mudra's addition.)
  public var droppedFrameCount: Int { liveStream?.droppedCount ?? 0 }
}

// MARK: Swift concurrency

/// Mudra's additions. Work is done on a queue of the task, so that no thread of Swift's concurrency is blocked.
extension HandLandmarker {
  /// The hands in a picture; the task must be in image mode.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture's turn came.
  public func detect(_ image: MPImage) async throws(TaskError) -> HandLandmarkerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.image(try runner.frame(image)) }
  }

  /// The hands in a picture that is upright; the task must be in image mode.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture's turn came.
  public func detect(_ image: PixelImage) async throws(TaskError) -> HandLandmarkerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.image(Frame(image)) }
  }

  /// The hands in the next frame of a video; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later than the last frame's, and
  ///   `TaskError.cancelled` if the caller was cancelled before the frame's turn came; such a frame has no effect.
  public func detect(_ frame: VideoFrame) async throws(TaskError) -> HandLandmarkerResult {
    try await runner.perform { [runner] () throws(TaskError) in try runner.videoFrame(frame) }
  }

  /// The hands in each frame of a camera or video, as a sequence; the task must be in video mode.
  ///
  /// - Parameters:
  ///   - frames: the frames, each later than the one before.
  ///   - policy: what becomes of frames that come faster than their results are taken.
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed` or `TaskError.invalidFrameBound`.
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy = .latest
  ) throws(TaskError) -> FrameResults<HandLandmarkerResult, Frames.Failure> where Frames.Element == VideoFrame {
    try runner.require(.video)
    return try FrameResults(of: frames, policy: policy, end: runner.end) { frame throws(TaskError) in
      try await self.detect(frame)
    }
  }
}

// MARK: Memory and the end

/// Mudra's additions.
extension HandLandmarker {
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
