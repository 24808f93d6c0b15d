import PixelImaging
import TensorRuntime

/// A task that processes pictures, the frames of a video, or those of a camera as they arrive.
///
/// All tasks have the calls on this page; they also have MediaPipe's names for them, such as `detect(image:)`.
///
/// A task may be called from several threads; its calls run one after another. Different tasks run at the same time.
public protocol VisionTask: AnyObject, Sendable {
  /// The options of the task.
  associatedtype Options: TaskOptions
  /// The result type of the task.
  associatedtype Output: TaskResult

  /// Creates a task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` for invalid options, and for a model that cannot be used.
  init(options: Options) throws(TaskError)

  /// The core of the task.
  var core: TaskCore<Output> { get }
}

extension VisionTask {
  /// Creates a task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` for a model that cannot be used.
  public init(modelPath: String) throws(TaskError) {
    let options = Options()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  // MARK: Pictures

  /// The result for a picture; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func process(image: MPImage) throws(TaskError) -> Output {
    try core.runner.image(try core.runner.frame(image))
  }

  /// The result for an upright picture; the task must be in image mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(image: PixelImage) throws(TaskError) -> Output {
    try core.runner.image(Frame(image))
  }

  // MARK: Video

  /// The result for the next frame of a video; the task must be in video mode.
  ///
  /// Objects of the previous frame are tracked from where they were; the whole picture is searched only if there could
  /// be more of them. Frames may differ in size.
  ///
  /// - Parameters:
  ///   - videoFrame: the frame.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later, in which case the frame has no effect;
  ///   `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func process(videoFrame: MPImage, timestampInMilliseconds: Int) throws(TaskError) -> Output {
    var result = Output(timestampInMilliseconds: timestampInMilliseconds)
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// The result for the next, upright frame of a video; the task must be in video mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(videoFrame: PixelImage, timestampInMilliseconds: Int) throws(TaskError) -> Output {
    var result = Output(timestampInMilliseconds: timestampInMilliseconds)
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the result for the next frame of a video.
  ///
  /// The arrays of an earlier result are reused, so that a frame that shows no more than the previous one does not
  /// allocate. If the call throws, `result` is unchanged.
  /// - Throws: like the call that returns a new result.
  public func process(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout Output
  ) throws(TaskError) {
    try core.runner.videoFrame(
      try core.runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the result for the next, upright frame of a video.
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
  /// The result goes to the options' delegate. One frame is processed and one waits; a frame that arrives while one is
  /// waiting replaces it, and the replaced one is never answered: the delegate hears that it was dropped.
  ///
  /// - Parameters:
  ///   - image: the frame. Memory that it refers to must not change until the frame has been answered or replaced.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later, in which case the frame has no effect;
  ///   `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func processAsync(image: MPImage, timestampInMilliseconds: Int) throws(TaskError) {
    try core.runner.require(.liveStream)
    try core.liveStream?.submit(try core.runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// Takes the next, upright frame of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func processAsync(image: PixelImage, timestampInMilliseconds: Int) throws(TaskError) {
    try core.runner.require(.liveStream)
    try core.liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// The number of frames of a live stream that were replaced by newer ones, or not answered before the task was
  /// closed. Together with those answered to the delegate, these are all accepted frames.
  public var droppedFrameCount: Int { core.liveStream?.droppedCount ?? 0 }

  // MARK: Swift concurrency

  /// The result for a picture; the task must be in image mode. It is processed on a queue of the task, so that no
  /// thread of Swift concurrency is blocked.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture was processed; otherwise like the
  ///   blocking call.
  public func process(_ image: MPImage) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.image(try runner.frame(image)) }
  }

  /// The result for an upright picture; the task must be in image mode.
  ///
  /// - Throws: as for an ``MPImage``.
  public func process(_ image: PixelImage) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.image(Frame(image)) }
  }

  /// The result for the next frame of a video; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later than the last frame's, and
  ///   `TaskError.cancelled` if the caller was cancelled before the frame was processed; such a frame has no effect.
  ///   Otherwise like the blocking call.
  public func process(_ frame: VideoFrame) async throws(TaskError) -> Output {
    let runner = core.runner
    return try await runner.perform { () throws(TaskError) in try runner.videoFrame(frame) }
  }

  /// The results for the frames of a camera or video, as a sequence; the task must be in video mode.
  ///
  /// - Parameters:
  ///   - frames: the frames, each later than the previous one.
  ///   - policy: what happens to frames that arrive faster than their results are consumed.
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed` or `TaskError.invalidFrameBound`.
  @available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy = .latest
  ) throws(TaskError) -> FrameResults<Output, Frames.Failure> where Frames.Element == VideoFrame {
    try core.runner.require(.video)
    return try FrameResults(of: frames, policy: policy, end: core.runner.end) { frame throws(TaskError) in
      try await self.process(frame)
    }
  }

  // MARK: Memory and closing

  /// Runs every network once on empty inputs, so that the first picture is as fast as the others.
  ///
  /// - Throws: `TaskError.closed`.
  public func warmUp() throws(TaskError) {
    try core.runner.warmUp()
  }

  /// The memory that the task holds: its working memory, and the weights and code unless they belong to a model that it
  /// shares.
  public var memoryFootprint: MemoryFootprint { core.runner.memoryFootprint }

  /// Ends the task and releases its memory. Later calls throw ``TaskError/closed``.
  ///
  /// Waits for the picture or frame being processed and, in live-stream mode, for a running call of the delegate; a
  /// waiting frame is dropped. Afterward, no frame's memory is read and the delegate is not called.
  ///
  /// May be called on any thread, including in the delegate's method (for which it does not wait then), and more than
  /// once. The delegate's method must not wait for a thread that closes the task.
  public func close() {
    core.liveStream?.close()
    core.runner.close()
  }
}
