/// A point of a detected object in the picture.
public struct NormalizedLandmark: Sendable, Hashable, Codable {
  /// From 0 at the left edge of the picture to 1 at the right; outside of it for a landmark outside the picture.
  public let x: Float
  /// From 0 at the upper edge of the picture to 1 at the lower.
  public let y: Float
  /// Depth in units of the picture's width, approximately 0 at the first landmark; smaller is closer to the camera.
  public let z: Float
  /// How likely the landmark is where it is visible, from 0 to 1; nil if nothing says so, as with hands unless their
  /// reliability is requested.
  public package(set) var visibility: Float?
  /// Whether the landmark is in the picture; nil if the model does not say.
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

/// A point in space, in meters, relative to an origin near the center of the detected object.
public struct Landmark: Sendable, Hashable, Codable {
  /// Rightwards in the picture.
  public let x: Float
  /// Downwards in the picture.
  public let y: Float
  /// Away from the camera.
  public let z: Float
  /// How likely the landmark is where it is visible, from 0 to 1; nil if nothing says so, as with hands unless their
  /// reliability is requested.
  public package(set) var visibility: Float?
  /// Whether the landmark is in the picture; nil if the model does not say.
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

/// Two landmarks joined by a line.
public struct Connection: Sendable, Hashable, Codable {
  /// The index of the landmark where the line starts.
  public let start: UInt
  /// The index of the landmark where the line ends.
  public let end: UInt

  /// A connection from one landmark to another.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
  }
}
