/// A point in the coordinates of its box.
public struct PalmPoint: Sendable, Hashable, Codable {
  /// Rightwards.
  public var x: Float
  /// Downwards.
  public var y: Float

  /// A point from its coordinates.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A detected palm: its box and the two of its seven keypoints that determine the hand's region.
///
/// Coordinates are normalized to the picture. (Inside the detector they are normalized to its input.)
public struct PalmBox: Sendable, Hashable, Codable {
  /// The probability of a palm.
  public var score: Float
  /// The left edge.
  public var xMin: Float
  /// The upper edge.
  public var yMin: Float
  /// The width; at least 0.
  public var width: Float
  /// The height; at least 0.
  public var height: Float
  /// The center of the wrist.
  public var wrist: PalmPoint
  /// The knuckle of the middle finger.
  public var middleKnuckle: PalmPoint

  /// A palm from its components.
  public init(
    score: Float, xMin: Float, yMin: Float, width: Float, height: Float, wrist: PalmPoint, middleKnuckle: PalmPoint
  ) {
    self.score = score
    self.xMin = xMin
    self.yMin = yMin
    self.width = width
    self.height = height
    self.wrist = wrist
    self.middleKnuckle = middleKnuckle
  }

  /// The right edge.
  public var xMax: Float { xMin + width }

  /// The lower edge.
  public var yMax: Float { yMin + height }

  /// The center.
  public var center: PalmPoint { PalmPoint(x: xMin + width / 2, y: yMin + height / 2) }

  /// The area of the intersection over the area of the union; 0 for disjoint boxes and for an empty union.
  package func intersectionOverUnion(_ other: PalmBox) -> Float {
    if other.xMax < xMin || xMax < other.xMin || other.yMax < yMin || yMax < other.yMin {
      return 0
    }
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    let intersection = width * height
    let union =
      (xMax - xMin) * (yMax - yMin) + (other.xMax - other.xMin) * (other.yMax - other.yMin) - intersection
    return union > 0 ? intersection / union : 0
  }
}
