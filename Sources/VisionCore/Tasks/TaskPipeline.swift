import TensorRuntime

/// A task's result for one picture or frame.
public protocol TaskResult: Sendable {
  /// The time of the frame.
  var timestampInMilliseconds: Int { get }

  /// An initial result, with nothing found.
  init(timestampInMilliseconds: Int)
}

/// The networks of a task and their state from frame to frame. Used by one caller at a time.
package protocol TaskPipeline<Output>: AnyObject {
  /// The result type of the task.
  associatedtype Output: TaskResult

  /// All networks, in the order in which they run.
  var networks: [Network<Session>] { get }

  /// Processes a picture, or the next frame of a video if `isNext`, and overwrites `result`.
  ///
  /// If it throws, `result` is unchanged.
  /// - Throws: `TaskError` if a network fails or there is not enough memory for the picture.
  func process(_ frame: TaskFrame, isNext: Bool, timestamp: Int, into result: inout Output) throws(TaskError)
}
