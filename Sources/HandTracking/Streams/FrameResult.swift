/// What a frame's ``FrameResults`` says of it.
public struct FrameResult<Output: Sendable>: Sendable {
  /// The frame's time.
  public let timestampInMilliseconds: Int
  /// The hands in the frame, or why there is no result. An error concerns this frame alone.
  public let result: Result<Output, TaskError>
  /// Frames that were dropped between the frame before and this one.
  public let droppedBefore: Int

  /// The hands in the frame; throws the frame's error.
  ///
  /// - Throws: the error of the frame, if it has one instead of a result.
  public func get() throws(TaskError) -> Output {
    try result.get()
  }
}
