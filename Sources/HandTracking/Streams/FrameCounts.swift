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
