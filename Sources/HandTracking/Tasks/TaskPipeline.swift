/// The networks of a task and what they remember from frame to frame. Used by one caller at a time.
package protocol TaskPipeline: AnyObject {
  /// What the task answers.
  associatedtype Output: TaskOutput

  /// All networks, in the order in which they run.
  var networks: [Network] { get }

  /// Finds the hands in a picture, or in the next frame of a video if `isNext`, and overwrites `result` with them.
  ///
  /// If it throws, `result` is as it was.
  func process(_ frame: Frame, isNext: Bool, timestamp: Int, into result: inout Output) throws(TaskError)

  /// The palms in a picture, the best first.
  func palms(in frame: Frame) throws(TaskError) -> [PalmBox]
}

/// A task's answer for one picture or frame.
package protocol TaskOutput: Sendable {
  /// An answer without hands.
  init(timestampInMilliseconds: Int)
}
