/// What a ``VisionTask`` consists of: its networks, the order of its calls, its live stream. Created by the package's
/// own tasks.
public final class TaskCore<Output: TaskResult>: Sendable {
  /// Runs the task's calls.
  package let runner: TaskRunner<Output>
  /// Takes the frames of live-stream mode; nil in other modes.
  package let liveStream: LiveStream<Output>?
  private let receiver = LiveStreamReceiver<Output>()

  /// The core of a task whose networks nothing else uses.
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
