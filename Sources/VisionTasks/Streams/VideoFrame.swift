import PixelImaging

/// A frame of a video or camera with its time.
public struct VideoFrame: Sendable {
  /// The picture. Memory that it refers to must not change as long as the frame is in use.
  public let image: MPImage
  /// The time, after that of every earlier frame.
  public let timestampInMilliseconds: Int

  /// A frame.
  public init(image: MPImage, timestampInMilliseconds: Int) {
    self.image = image
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// An upright frame.
  public init(image: PixelImage, timestampInMilliseconds: Int) {
    self.init(image: MPImage(image: image), timestampInMilliseconds: timestampInMilliseconds)
  }
}

/// What happens to frames that arrive faster than their results are consumed.
public enum FramePolicy: Sendable, Hashable {
  /// One frame waits, and a newer one replaces it: results are as recent as possible, as with MediaPipe's live stream.
  case latest
  /// This many frames wait, at least 1; a newer one replaces the oldest of them. Short delays do not lose frames.
  case bounded(Int)
  /// No frame is dropped: the next one is requested from the source when the previous one has been taken. For files.
  case block
}

/// The result of one frame in ``FrameResults``.
public struct FrameResult<Output: Sendable>: Sendable {
  /// The frame's time.
  public let timestampInMilliseconds: Int
  /// The result for the frame, or why there is none. An error only concerns this frame.
  public let result: Result<Output, TaskError>
  /// Frames that were dropped between the previous frame and this one.
  public let droppedBefore: Int

  /// The result for the frame.
  ///
  /// - Throws: the frame's error.
  public func get() throws(TaskError) -> Output {
    try result.get()
  }
}

/// What happened to the frames of a ``FrameResults``. After its end, `received == answered + failed + dropped`.
public struct FrameCounts: Sendable, Hashable, Codable {
  /// Frames from the source.
  public internal(set) var received = 0
  /// Frames with a result.
  public internal(set) var answered = 0
  /// Frames with an error instead.
  public internal(set) var failed = 0
  /// Frames that were replaced by newer ones, or were still waiting at the end.
  public internal(set) var dropped = 0

  /// No frames.
  public init() {}
}
