/// A rotated rectangle in an image: center and size relative to the image, rotation about the center.
///
/// Multiply `centerX` and `width` by the image's width and `centerY` and `height` by its height *before* rotating. The
/// same value as MediaPipe's `NormalizedRect`.
public struct ImageRegion: Sendable, Hashable, Codable {
  /// Center, 0 (left) … 1 (right) within the image.
  public var centerX: Float
  /// Center, 0 (top) … 1 (bottom) within the image.
  public var centerY: Float
  /// Width as a fraction of the image's width.
  public var width: Float
  /// Height as a fraction of the image's height.
  public var height: Float
  /// Radians, clockwise on screen.
  public var rotation: Float

  /// A region from its five numbers.
  public init(centerX: Float, centerY: Float, width: Float, height: Float, rotation: Float = 0) {
    self.centerX = centerX
    self.centerY = centerY
    self.width = width
    self.height = height
    self.rotation = rotation
  }

  /// The whole image, upright.
  public static let full = ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1)
}
