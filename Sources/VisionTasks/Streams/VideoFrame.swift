import PixelImaging

/// A frame of a video or camera with its time.
public struct VideoFrame: Sendable {
  /// The picture. Memory that it refers to must stay as it is as long as the frame is in use.
  public let image: MPImage
  /// The time, after that of every earlier frame.
  public let timestampInMilliseconds: Int

  /// A frame.
  public init(image: MPImage, timestampInMilliseconds: Int) {
    self.image = image
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// A frame that is upright.
  public init(image: PixelImage, timestampInMilliseconds: Int) {
    self.init(image: MPImage(image: image), timestampInMilliseconds: timestampInMilliseconds)
  }
}

/// What becomes of frames that come faster than their results are taken.
public enum FramePolicy: Sendable, Hashable {
  /// One frame waits, and a newer one takes its place: results are as recent as they can be, as with MediaPipe's live
  /// stream.
  case latest
  /// So many frames wait, at least 1; for a newer one the oldest of them is dropped. Short delays lose no frame.
  case bounded(Int)
  /// No frame is dropped: the source is asked for the next one when the one before was taken. For files.
  case block
}

/// What a frame's ``FrameResults`` says of it.
public struct FrameResult<Output: Sendable>: Sendable {
  /// The frame's time.
  public let timestampInMilliseconds: Int
  /// The answer for the frame, or why there is none. An error concerns this frame alone.
  public let result: Result<Output, TaskError>
  /// Frames that were dropped between the frame before and this one.
  public let droppedBefore: Int

  /// The answer for the frame.
  ///
  /// - Throws: the frame's error.
  public func get() throws(TaskError) -> Output {
    try result.get()
  }
}

/// What became of the frames of a ``FrameResults``. After its end, `received == answered + failed + dropped`.
public struct FrameCounts: Sendable, Hashable, Codable {
  /// Frames that the source gave.
  public internal(set) var received = 0
  /// Frames with a result.
  public internal(set) var answered = 0
  /// Frames with an error instead.
  public internal(set) var failed = 0
  /// Frames that gave way to newer ones, or still waited at the end.
  public internal(set) var dropped = 0

  /// No frames.
  public init() {}
}
