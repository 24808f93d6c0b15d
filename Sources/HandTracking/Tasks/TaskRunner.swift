/// What tasks have in common: the running mode, the time, and one call after the other.
package final class TaskRunner<Pipeline: TaskPipeline>: Sendable {
  private struct State {
    let pipeline: Pipeline
    /// The time of the next picture in image mode, which has no clock.
    var imageTimestamp = 0
    /// The time of the last frame.
    var frameTimestamp: Int?
  }

  /// What the task is fed with.
  package let runningMode: RunningMode
  private let inputFacts: InputFacts
  private let state: Guarded<State>

  /// A runner of networks that nobody else uses.
  package init(settings: TaskSettings, pipeline: sending Pipeline) {
    runningMode = settings.runningMode
    inputFacts = settings.inputFacts
    state = Guarded(State(pipeline: pipeline))
  }

  /// A checked picture.
  package func frame(_ picture: MPImage) throws(TaskError) -> Frame {
    try Frame(picture, facts: inputFacts)
  }

  /// The palms in a picture, in any mode; tracks and times are left alone.
  package func palms(_ picture: MPImage) throws(TaskError) -> [PalmBox] {
    let frame = try frame(picture)
    return try state.withLock { (state) throws(TaskError) in try state.pipeline.palms(in: frame) }
  }

  /// The answer for a picture, in image mode.
  package func image(_ frame: @autoclosure () throws(TaskError) -> Frame) throws(TaskError) -> Pipeline.Output {
    try require(.image)
    let frame = try frame()
    return try state.withLock { (state) throws(TaskError) in
      var result = Pipeline.Output(timestampInMilliseconds: state.imageTimestamp)
      try state.pipeline.process(frame, isNext: false, timestamp: state.imageTimestamp, into: &result)
      state.imageTimestamp += ModelConstants.millisecondsBetweenImages
      return result
    }
  }

  /// Overwrites `result` with the answer for the next frame, in video mode.
  ///
  /// - Throws: also for a time that is not after the last frame's; such a frame has no effect.
  package func videoFrame(
    _ frame: @autoclosure () throws(TaskError) -> Frame, timestamp: Int, into result: inout Pipeline.Output
  ) throws(TaskError) {
    try require(.video)
    let frame = try frame()
    try state.withLock { (state) throws(TaskError) in
      if let previous = state.frameTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      state.frameTimestamp = timestamp
      try state.pipeline.process(frame, isNext: true, timestamp: timestamp, into: &result)
    }
  }

  /// The answer for the next frame of a live stream, which watches over the time.
  package func liveFrame(_ frame: Frame, timestamp: Int) -> Result<Pipeline.Output, TaskError> {
    state.withLock { state in
      var result = Pipeline.Output(timestampInMilliseconds: timestamp)
      do throws(TaskError) {
        try state.pipeline.process(frame, isNext: true, timestamp: timestamp, into: &result)
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Throws unless the task is in a mode.
  package func require(_ mode: RunningMode) throws(TaskError) {
    guard runningMode == mode else { throw .wrongRunningMode(required: mode, current: runningMode) }
  }
}
