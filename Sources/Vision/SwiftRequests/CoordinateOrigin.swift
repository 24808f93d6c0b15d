#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  /// Where coordinates of pixels begin.
  public enum CoordinateOrigin: Sendable, Hashable, Codable {
    /// At the lower left: y counts upward.
    case lowerLeft
    /// At the upper left: y counts downward.
    case upperLeft
  }
#endif
