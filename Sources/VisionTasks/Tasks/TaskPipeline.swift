import TensorRuntime

/// A task's answer for one picture or frame.
public protocol TaskResult: Sendable {
  /// The time that the frame was given.
  var timestampInMilliseconds: Int { get }

  /// An answer in which nothing was found, to begin with.
  init(timestampInMilliseconds: Int)
}

/// The networks of a task and what they remember from frame to frame. Used by one caller at a time.
package protocol TaskPipeline<Output>: AnyObject {
  /// What the task answers.
  associatedtype Output: TaskResult

  /// All networks, in the order in which they run.
  var networks: [Network<Session>] { get }

  /// Answers a picture, or the next frame of a video if `isNext`, and overwrites `result` with the answer.
  ///
  /// If it throws, `result` is as it was.
  /// - Throws: `TaskError` if a network fails or there is no memory for the picture.
  func process(_ frame: Frame, isNext: Bool, timestamp: Int, into result: inout Output) throws(TaskError)
}
