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
