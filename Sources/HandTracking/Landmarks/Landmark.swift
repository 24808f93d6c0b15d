/// A point of a hand in space, in metres, from an origin near the hand's centre.
public struct Landmark: Sendable, Hashable, Codable {
  /// Rightwards in the picture.
  public let x: Float
  /// Downwards in the picture.
  public let y: Float
  /// Away from the camera.
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
