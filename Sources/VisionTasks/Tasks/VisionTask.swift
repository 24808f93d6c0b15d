import TensorRuntime

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// A task that processes pictures, the frames of a video, or those of a camera as they arrive.
///
/// All tasks have the calls on this page; they also have MediaPipe's names for them, such as `detect(image:)`.
///
/// A task may be called from several threads; its calls run one after another. Different tasks run at the same time.
open class VisionTask<Output: TaskResult>: NSObject, @unchecked Sendable {
  // Set once; what they do is synchronized by themselves.
  /// Runs the task's calls.
  package let runner: TaskRunner<Output>
  /// Takes the frames of live-stream mode; nil in other modes.
  private let liveStream: LiveStream<Output>?
  private let receiver = LiveStreamReceiver<Output>()

  /// A task whose networks nothing else uses.
  ///
  /// - Parameters:
  ///   - settings: the options of all tasks.
  ///   - sharesModel: whether the weights belong to a model that was passed to the task.
  ///   - pipeline: the networks.
  package init(_ settings: TaskSettings, sharesModel: Bool, pipeline: sending any TaskPipeline<Output>) {
    let runner = TaskRunner(settings: settings, sharesModel: sharesModel, pipeline: pipeline)
    self.runner = runner
    guard settings.runningMode == .liveStream else {
      liveStream = nil
      return
    }
    liveStream = LiveStream(
      process: { runner.liveFrame($0, timestamp: $1) },
      reportDrop: { [receiver] in receiver.take(.dropped(timestampInMilliseconds: $0)) }
    ) { [receiver] answer, timestamp in
      switch answer {
      case .success(let result): receiver.take(.answered(result, timestampInMilliseconds: timestamp, error: nil))
      case .failure(let error): receiver.take(.answered(nil, timestampInMilliseconds: .min, error: error))
      }
    }
  }

  deinit {
    liveStream?.end()
  }

  /// Sets the receiver of events of a live stream; must be called at most once, before the first frame.
  ///
  /// `receive` is called on a queue of the stream, one call at a time. It must not retain the task or its delegate.
  package func deliver(to receive: @escaping (LiveStreamEvent<Output>) -> Void) {
    receiver.receive = receive
  }

  // MARK: Pictures

  /// The result for a picture; the task must be in image mode.
  ///
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed`, and for a picture that cannot be used.
  public func process(image: some TaskPicture) throws(TaskError) -> Output {
    try runner.image(try runner.frame(image))
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
  public func process(videoFrame: some TaskPicture, timestampInMilliseconds: Int) throws(TaskError) -> Output {
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
    videoFrame: some TaskPicture, timestampInMilliseconds: Int, into result: inout Output
  ) throws(TaskError) {
    try runner.videoFrame(
      try runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
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
  public func processAsync(image: some TaskPicture, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(try runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// The number of frames of a live stream that were replaced by newer ones, or not answered before the task was
  /// closed. Together with those answered to the delegate, these are all accepted frames.
  public var droppedFrameCount: Int { liveStream?.droppedCount ?? 0 }

  // MARK: Swift concurrency

  /// The result for a picture; the task must be in image mode. It is processed on a queue of the task, so that no
  /// thread of Swift concurrency is blocked.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the picture was processed; otherwise like the
  ///   blocking call.
  public func process(_ image: some TaskPicture) async throws(TaskError) -> Output {
    let runner = runner
    return try await runner.perform { () throws(TaskError) in try runner.image(try runner.frame(image)) }
  }

  /// The result for the next frame of a video; the task must be in video mode.
  ///
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later than the last frame's, and
  ///   `TaskError.cancelled` if the caller was cancelled before the frame was processed; such a frame has no effect.
  ///   Otherwise like the blocking call.
  public func process(_ frame: VideoFrame) async throws(TaskError) -> Output {
    let runner = runner
    return try await runner.perform { () throws(TaskError) in try runner.videoFrame(frame) }
  }

  /// The results for the frames of a camera or video, as a sequence; the task must be in video mode.
  ///
  /// - Parameters:
  ///   - frames: the frames, each later than the previous one.
  ///   - policy: what happens to frames that arrive faster than their results are consumed.
  /// - Throws: `TaskError.wrongRunningMode`, `TaskError.closed` or `TaskError.invalidFrameBound`.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public func results<Frames: AsyncSequence & Sendable>(
    of frames: Frames, policy: FramePolicy = .latest
  ) throws(TaskError) -> FrameResults<Output, Frames.Failure> where Frames.Element == VideoFrame {
    try runner.require(.video)
    return try FrameResults(of: frames, policy: policy, end: runner.end) { frame throws(TaskError) in
      try await self.process(frame)
    }
  }

  // MARK: Memory and closing

  /// Runs every network once on empty inputs, so that the first picture is as fast as the others.
  ///
  /// - Throws: `TaskError.closed`.
  public func warmUp() throws(TaskError) {
    try runner.warmUp()
  }

  /// The memory that the task holds: its working memory, and the weights and code unless they belong to a model that it
  /// shares.
  public var memoryFootprint: MemoryFootprint { runner.memoryFootprint }

  /// Ends the task and releases its memory. Later calls throw ``TaskError/closed``.
  ///
  /// Waits for the picture or frame being processed and, in live-stream mode, for a running call of the delegate; a
  /// waiting frame is dropped. Afterward, no frame's memory is read and the delegate is not called.
  ///
  /// May be called on any thread, including in the delegate's method (for which it does not wait then), and more than
  /// once. The delegate's method must not wait for a thread that closes the task.
  public func close() {
    liveStream?.close()
    runner.close()
  }
}

/// What happened to a frame of a live stream, in terms of MediaPipe's delegates.
package enum LiveStreamEvent<Output: Sendable>: Sendable {
  /// The frame was processed: the result and the frame's time; or an error and `Int.min`.
  case answered(Output?, timestampInMilliseconds: Int, error: TaskError?)
  /// A newer frame replaced it.
  case dropped(timestampInMilliseconds: Int)
}

/// Forwards the events of a live stream.
///
/// Set before the first frame, then only read, on the stream's queue of answers.
private final class LiveStreamReceiver<Output: Sendable>: @unchecked Sendable {
  var receive: ((LiveStreamEvent<Output>) -> Void)?

  func take(_ event: LiveStreamEvent<Output>) { receive?(event) }
}
