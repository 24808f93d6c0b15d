#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation

  /// A point that is normalized to a picture, with the origin at the lower left.
  public struct NormalizedPoint: Sendable, Hashable, Codable, CustomStringConvertible {
    /// From 0 at the left edge to 1 at the right.
    public let x: CGFloat
    /// From 0 at the lower edge to 1 at the upper.
    public let y: CGFloat

    /// A point from its coordinates.
    public init(x: CGFloat, y: CGFloat) {
      self.x = x
      self.y = y
    }

    /// A point from normalized coordinates.
    public init(normalizedPoint: CGPoint) {
      self.init(x: normalizedPoint.x, y: normalizedPoint.y)
    }

    /// A point in pixels, with the origin at the lower left, normalized to a picture of a size.
    public init(imagePoint: CGPoint, in imageSize: CGSize) {
      self.init(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
    }

    /// A point in pixels, with the origin at the lower left, normalized to a region of a picture.
    public init(imagePoint: CGPoint, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect) {
      let (point, region) = (Self(imagePoint: imagePoint, in: imageSize), regionOfInterest.cgRect)
      self.init(x: (point.x - region.minX) / region.width, y: (point.y - region.minY) / region.height)
    }

    /// The origin.
    public static let zero = NormalizedPoint(x: 0, y: 0)

    /// The same coordinates.
    public var cgPoint: CGPoint { CGPoint(x: x, y: y) }

    /// The coordinates as text.
    public var description: String { "(\(x), \(y))" }

    // MARK: Pixels

    /// The point in pixels of a picture.
    public func toImageCoordinates(_ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft) -> CGPoint {
      let y = origin == .lowerLeft ? y : 1 - y
      return CGPoint(x: x * imageSize.width, y: y * imageSize.height)
    }

    /// The point, which is normalized to a region, in pixels of the whole picture.
    public func toImageCoordinates(
      from regionOfInterest: NormalizedRect, imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
    ) -> CGPoint {
      let region = regionOfInterest.cgRect
      return NormalizedPoint(x: region.minX + x * region.width, y: region.minY + y * region.height)
        .toImageCoordinates(imageSize, origin: origin)
    }

    /// The point as far from the upper edge as it is from the lower.
    public func verticallyFlipped() -> NormalizedPoint {
      NormalizedPoint(x: x, y: 1 - y)
    }
  }
#endif
