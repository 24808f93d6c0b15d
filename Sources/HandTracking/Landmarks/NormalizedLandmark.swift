/// A point of a hand in the picture.
public struct NormalizedLandmark: Sendable, Hashable, Codable {
  /// From 0 at the left edge of the picture to 1 at the right; outside of it for a landmark outside the picture.
  public let x: Float
  /// From 0 at the upper edge of the picture to 1 at the lower.
  public let y: Float
  /// Depth in units of the picture's width, about 0 at the wrist; smaller is nearer to the camera.
  public let z: Float
  /// Whether the landmark is in sight; hand models do not tell, so it is nil.
  public let visibility: Float?
  /// Whether the landmark is in the picture; hand models do not tell, so it is nil.
  public let presence: Float?

  /// A landmark from its coordinates.
  public init(x: Float, y: Float, z: Float, visibility: Float? = nil, presence: Float? = nil) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
  }
}
