extension PixelImage {
  /// The channels of a pixel in memory order, 8 bits each.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, alpha (not premultiplied).
    case rgba
    /// Blue, green, red.
    case bgr
    /// Blue, green, red, alpha (not premultiplied).
    case bgra
    /// One channel, read as red = green = blue.
    case gray

    /// Bytes of one pixel.
    public var channelCount: Int {
      switch self {
      case .rgb, .bgr: 3
      case .rgba, .bgra: 4
      case .gray: 1
      }
    }

    /// The offsets of red, green and blue within a pixel.
    package var colorOffsets: (red: Int, green: Int, blue: Int) {
      switch self {
      case .rgb, .rgba: (0, 1, 2)
      case .bgr, .bgra: (2, 1, 0)
      case .gray: (0, 0, 0)
      }
    }

    /// The offset of alpha within a pixel; nil for an opaque format.
    package var alphaOffset: Int? {
      switch self {
      case .rgba, .bgra: 3
      case .rgb, .bgr, .gray: nil
      }
    }
  }
}
