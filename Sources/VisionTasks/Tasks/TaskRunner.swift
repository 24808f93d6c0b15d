import Dispatch
import MudraPlatform
import TensorRuntime

/// What tasks have in common: the running mode, the time, one call after another, and the end.
package final class TaskRunner<Output: TaskResult>: Sendable {
  private struct State {
    /// Nil once the task is closed.
    var pipeline: (any TaskPipeline<Output>)?
    /// The time of the next picture in image mode, which has no clock.
    var imageTimestamp = 0
    /// The time of the last frame.
    var frameTimestamp: Int?
  }

  /// The time between two pictures of a task in image mode.
  private static var millisecondsBetweenImages: Int { 1000 }

  /// The kind of input that the task processes.
  package let runningMode: RunningMode
  /// Whether the weights belong to a model that was passed to the task.
  private let sharesModel: Bool
  private let inputProperties: InputProperties
  private let state: Guarded<State>
  /// Says immediately what `state` only says to those who wait for the lock.
  private let isClosed = Atomic(false)
  /// Ends sequences of results that are waiting for a frame.
  package let end = EndSignal()
  /// Runs asynchronous calls.
  private let queue = DispatchQueue(label: "mudra.task", qos: .userInitiated)

  /// A runner of networks that nothing else uses.
  package init(settings: TaskSettings, sharesModel: Bool, pipeline: sending any TaskPipeline<Output>) {
    runningMode = settings.runningMode
    inputProperties = settings.inputProperties
    self.sharesModel = sharesModel
    state = Guarded(State(pipeline: pipeline))
  }

  // MARK: Pictures and frames

  /// A checked picture.
  package func frame(_ picture: some TaskPicture) throws(TaskError) -> TaskFrame {
    try picture.taskFrame(inputProperties)
  }

  /// The result for a picture, in image mode.
  package func image(_ frame: @autoclosure () throws(TaskError) -> TaskFrame) throws(TaskError) -> Output {
    try require(.image)
    let frame = try frame()
    return try withPipeline { (pipeline, state) throws(TaskError) in
      var result = Output(timestampInMilliseconds: state.imageTimestamp)
      try pipeline.process(frame, isNext: false, timestamp: state.imageTimestamp, into: &result)
      state.imageTimestamp += Self.millisecondsBetweenImages
      return result
    }
  }

  /// Overwrites `result` with the result for the next frame, in video mode.
  ///
  /// - Throws: also for a time that is not after that of the last frame; such a frame has no effect.
  package func videoFrame(
    _ frame: @autoclosure () throws(TaskError) -> TaskFrame, timestamp: Int, into result: inout Output
  ) throws(TaskError) {
    try require(.video)
    let frame = try frame()
    try withPipeline { (pipeline, state) throws(TaskError) in
      if let previous = state.frameTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      state.frameTimestamp = timestamp
      try pipeline.process(frame, isNext: true, timestamp: timestamp, into: &result)
    }
  }

  /// The result for the next frame, in video mode.
  package func videoFrame(_ frame: VideoFrame) throws(TaskError) -> Output {
    var result = Output(timestampInMilliseconds: frame.timestampInMilliseconds)
    try videoFrame(try self.frame(frame.image), timestamp: frame.timestampInMilliseconds, into: &result)
    return result
  }

  /// The result for the next frame of a live stream, which has checked the time.
  package func liveFrame(_ frame: TaskFrame, timestamp: Int) -> Result<Output, TaskError> {
    Result { () throws(TaskError) in
      try withPipeline { (pipeline, _) throws(TaskError) in
        var result = Output(timestampInMilliseconds: timestamp)
        try pipeline.process(frame, isNext: true, timestamp: timestamp, into: &result)
        return result
      }
    }
  }

  /// Throws unless the task is open and in a mode.
  package func require(_ mode: RunningMode) throws(TaskError) {
    guard !isClosed.load(ordering: .acquiring) else { throw .closed }
    guard runningMode == mode else { throw .wrongRunningMode(required: mode, current: runningMode) }
  }

  // MARK: Asynchronous calls

  /// Runs work on a queue of the task, so that no thread of Swift concurrency is blocked.
  ///
  /// - Throws: `TaskError.cancelled` if the caller was cancelled before the work began.
  package func perform<R: Sendable>(
    _ work: @escaping @Sendable () throws(TaskError) -> R
  ) async throws(TaskError) -> R {
    let isCancelled = Guarded(false)
    let result: Result<R, TaskError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async {
          continuation.resume(
            returning: Result { () throws(TaskError) in
              guard !isCancelled.withLock({ $0 }) else { throw .cancelled }
              return try work()
            })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }

  // MARK: Memory

  /// Runs every network once, so that all memory is in place for the first picture.
  package func warmUp() throws(TaskError) {
    try withPipeline { (pipeline, _) throws(TaskError) in
      for network in pipeline.networks { try network.run() }
    }
  }

  /// Memory held by the task, excluding that of a model that was passed to it; nothing once it is closed.
  package var memoryFootprint: MemoryFootprint {
    state.withLock { state in
      guard let networks = state.pipeline?.networks else { return MemoryFootprint() }
      let shared = sharesModel ? MemoryFootprint() : MemoryFootprint(sharedBy: networks.map(\.state.plan))
      return shared + MemoryFootprint(of: networks.map(\.state))
    }
  }

  /// Waits for the call in progress and releases the networks. Waiting and later calls throw.
  package func close() {
    isClosed.store(true, ordering: .releasing)
    end.give()
    let pipeline = state.withLock { state in
      defer { state.pipeline = nil }
      return state.pipeline
    }
    withExtendedLifetime(pipeline) {}
  }

  /// Runs `body` with a picture and the task's own kind of pipeline, in any mode; tracks and times do not change.
  ///
  /// - Throws: whatever `body` throws, `TaskError.closed`, and for a picture that cannot be used.
  package func withPipeline<Pipeline: TaskPipeline<Output>, R>(
    _ picture: some TaskPicture, _ body: (Pipeline, TaskFrame) throws(TaskError) -> R
  ) throws(TaskError) -> R {
    let frame = try frame(picture)
    return try withPipeline { (pipeline, _) throws(TaskError) in
      guard let pipeline = pipeline as? Pipeline else { preconditionFailure("a task knows its own pipeline") }
      return try body(pipeline, frame)
    }
  }

  private func withPipeline<R>(
    _ body: (any TaskPipeline<Output>, inout State) throws(TaskError) -> R
  ) throws(TaskError) -> R {
    try state.withLock { (state) throws(TaskError) in
      guard let pipeline = state.pipeline, !isClosed.load(ordering: .acquiring) else { throw .closed }
      return try body(pipeline, &state)
    }
  }
}
