#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS) || os(watchOS))
  /// How a picture is stored, relative to how it should be displayed, by ImageIO's name. The raw values are EXIF's.
  public enum CGImagePropertyOrientation: UInt32, Sendable, Hashable, Codable, CaseIterable {
    /// As displayed.
    case up = 1
    /// Like `up`, mirrored.
    case upMirrored = 2
    /// To be rotated by 180°.
    case down = 3
    /// Like `down`, mirrored.
    case downMirrored = 4
    /// Like `left`, mirrored.
    case leftMirrored = 5
    /// To be rotated by 90° clockwise.
    case right = 6
    /// Like `right`, mirrored.
    case rightMirrored = 7
    /// To be rotated by 90° counterclockwise.
    case left = 8
  }
#endif
