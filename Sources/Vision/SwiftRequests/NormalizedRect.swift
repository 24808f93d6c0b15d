#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A rectangle that is normalized to a picture, with the origin at the lower left.
  public struct NormalizedRect: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The left edge, from 0 to 1.
    public let x: CGFloat
    /// The lower edge, from 0 to 1.
    public let y: CGFloat
    /// The width, from 0 to 1.
    public let width: CGFloat
    /// The height, from 0 to 1.
    public let height: CGFloat

    /// A rectangle from its lower left corner and size.
    public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// A rectangle from normalized coordinates.
    public init(normalizedRect: CGRect) {
      let (origin, size) = (normalizedRect.origin, normalizedRect.size)
      self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// A rectangle in pixels, with the origin at the lower left, normalized to a picture of a size.
    public init(imageRect: CGRect, in imageSize: CGSize) {
      self.init(
        x: imageRect.minX / imageSize.width, y: imageRect.minY / imageSize.height,
        width: imageRect.width / imageSize.width, height: imageRect.height / imageSize.height)
    }

    /// The whole picture.
    public static let fullImage = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

    /// The same coordinates.
    public var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

    /// The lower left corner.
    public var origin: CGPoint { CGPoint(x: x, y: y) }

    /// The coordinates as text.
    public var description: String { "(\(x), \(y), \(width), \(height))" }

    // MARK: Pixels

    /// The rectangle in pixels of a picture.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGRect {
      let y = origin == .lowerLeft ? y : 1 - y - height
      return CGRect(
        x: x * imageSize.width, y: y * imageSize.height, width: width * imageSize.width,
        height: height * imageSize.height)
    }

    /// The rectangle as far from the upper edge as it is from the lower.
    public func verticallyFlipped() -> NormalizedRect {
      NormalizedRect(x: x, y: 1 - y - height, width: width, height: height)
    }
  }
#endif
