import PixelImaging
import TensorRuntime

/// A task that looks at pictures, at the frames of a video, or at those of a camera as they come.
///
/// Every task has the calls of this page; it offers them under MediaPipe's names too, such as `detect(image:)`.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public protocol VisionTask: AnyObject, Sendable {
  /// What the task is made with.
  associatedtype Options: TaskOptions
  /// What the task answers.
  associatedtype Output: TaskResult

  /// A task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` for options that make no sense, and for a model that cannot be used.
  init(options: Options) throws(TaskError)

  /// What the task is made of.
  var core: TaskCore<Output> { get }
}

extension VisionTask {
  /// A task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` for a model that cannot be used.
  public init(modelPath: String) throws(TaskError) {
    let options = Options()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  // MARK: Pictures

  /// The answer for a picture; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func process(image: MPImage) throws(TaskError) -> Output {
    try core.runner.image(try core.runner.frame(image))
  }

  /// The answer for a picture that is upright; the task must be in image mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(image: PixelImage) throws(TaskError) -> Output {
    try core.runner.image(Frame(image))
  }

  // MARK: Video

  /// The answer for the next frame of a video; the task must be in video mode.
  ///
  /// What the frame before showed is looked for where it was; the whole picture is searched only if more could be
  /// found. Frames may differ in size.
  ///
  /// - Parameters:
  ///   - videoFrame: the frame.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later, and that frame has no effect;
  ///   `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func process(videoFrame: MPImage, timestampInMilliseconds: Int) throws(TaskError) -> Output {
    var result = Output(timestampInMilliseconds: timestampInMilliseconds)
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// The answer for the next frame, which is upright, of a video; the task must be in video mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(videoFrame: PixelImage, timestampInMilliseconds: Int) throws(TaskError) -> Output {
    var result = Output(timestampInMilliseconds: timestampInMilliseconds)
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the answer for the next frame of a video.
  ///
  /// The lists of an earlier result are used again, so that a frame which shows as much as the one before allocates
  /// nothing. If the call throws, `result` is as it was.
  /// - Throws: as the call that makes a new result.
  public func process(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout Output
  ) throws(TaskError) {
    try core.runner.videoFrame(
      try core.runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the answer for the next frame, which is upright, of a video.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(
    videoFrame: PixelImage, timestampInMilliseconds: Int, into result: inout Output
  ) throws(TaskError) {
    try core.runner.videoFrame(Frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  // MARK: Live stream

  /// Takes the next frame of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// The answer goes to the options' delegate. One frame is processed and one waits; a frame that comes while one waits
  /// takes its place, and the replaced one is never answered: the delegate is told that it was dropped.
  ///
  /// - Parameters:
  ///   - image: the frame. Memory that it refers to must stay as it is until the frame was answered or replaced.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later, and that frame has no effect;
  ///   `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func processAsync(image: MPImage, timestampInMilliseconds: Int) throws(TaskError) {
    try core.runner.require(.liveStream)
    try core.liveStream?.submit(try core.runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// Takes the next frame, which is upright, of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func processAsync(image: PixelImage, timestampInMilliseconds: Int) throws(TaskError) {
    try core.runner.require(.liveStream)
    try core.liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// How many frames of a live stream were replaced by newer ones, or not answered before the task was closed. With the
  /// delegate's answers these are all frames that were taken.
  public var droppedFrameCount: Int { core.liveStream?.droppedCount ?? 0 }

  // MARK: Swift concurrency

  /// The answer for a picture; the task must be in image mode. The work is done on a queue of the task, so that no
  /// thread of Swift's concurrency is blocked.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture's turn came; otherwise as the call
  ///   that blocks.
  public func process(_ image: MPImage) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.image(try runner.frame(image)) }
  }

  /// The answer for a picture that is upright; the task must be in image mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(_ image: PixelImage) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.image(Frame(image)) }
  }

  /// The answer for the next frame of a video; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later than the last frame's, and
  ///   `TaskError.cancelled` if the caller was cancelled before the frame's turn came; such a frame has no effect.
  ///   Otherwise as the call that blocks.
  public func process(_ frame: VideoFrame) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.videoFrame(frame) }
  }

  /// The answers for each frame of a camera or video, as a sequence; the task must be in video mode.
  ///
  /// - Parameters:
  ///   - frames: the frames, each later than the one before.
  ///   - policy: what becomes of frames that come faster than their results are taken.
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed` or `TaskError.invalidFrameBound`.
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy = .latest
  ) throws(TaskError) -> FrameResults<Output, Frames.Failure> where Frames.Element == VideoFrame {
    try core.runner.require(.video)
    return try FrameResults(of: frames, policy: policy, end: core.runner.end) { frame throws(TaskError) in
      try await self.process(frame)
    }
  }

  // MARK: Memory and the end

  /// Runs every network once on nothing, so that the first picture is as fast as the others.
  ///
  /// - Throws: `TaskError.closed`.
  public func warmUp() throws(TaskError) {
    try core.runner.warmUp()
  }

  /// Bytes that the task holds: its working memory, and the weights and code unless they belong to a model that it
  /// shares.
  public var memoryFootprint: MemoryFootprint { core.runner.memoryFootprint }

  /// Ends the task and releases its memory. Later calls throw ``TaskError/closed``.
  ///
  /// Waits for the picture or frame that is being processed and, in live-stream mode, for the delegate's method if it
  /// is running; a frame that waits is dropped. Afterward no frame's memory is read and the delegate is not called.
  ///
  /// May be called on any thread, in the delegate's method too (for which it then does not wait), and more than once.
  /// The delegate's method must not wait for a thread that closes the task.
  public func close() {
    core.liveStream?.close()
    core.runner.close()
  }
}
