/// A point of what a task found, in the picture.
public struct NormalizedLandmark: Sendable, Hashable, Codable {
  /// From 0 at the left edge of the picture to 1 at the right; outside of it for a landmark outside the picture.
  public let x: Float
  /// From 0 at the upper edge of the picture to 1 at the lower.
  public let y: Float
  /// Depth in units of the picture's width, about 0 at the first landmark; smaller is nearer to the camera.
  public let z: Float
  /// Whether the landmark is in sight; nil where the model does not tell.
  public let visibility: Float?
  /// Whether the landmark is in the picture; nil where the model does not tell.
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

/// A point in space, in meters, from an origin near the middle of what the task found.
public struct Landmark: Sendable, Hashable, Codable {
  /// Rightwards in the picture.
  public let x: Float
  /// Downwards in the picture.
  public let y: Float
  /// Away from the camera.
  public let z: Float
  /// Whether the landmark is in sight; nil where the model does not tell.
  public let visibility: Float?
  /// Whether the landmark is in the picture; nil where the model does not tell.
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

/// Two landmarks that a line joins.
public struct Connection: Sendable, Hashable, Codable {
  /// The index of the landmark that the line starts at.
  public let start: UInt
  /// The index of the landmark that the line ends at.
  public let end: UInt

  /// A connection from one landmark to another.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
  }
}
