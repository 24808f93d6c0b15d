/// A point in the coordinates of its box.
package struct PalmPoint: Sendable, Hashable {
  /// Rightwards.
  package var x: Float
  /// Downwards.
  package var y: Float

  /// A point from its coordinates.
  package init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A detected palm: its box and the two of its seven keypoints that the hand's region is made from.
///
/// Coordinates are normalised, first to the detector's input, after `projected(by:)` to the picture.
package struct PalmBox: Sendable, Hashable {
  /// The probability of a palm.
  package var score: Float
  /// The left edge.
  package var xMin: Float
  /// The upper edge.
  package var yMin: Float
  /// The width; at least 0.
  package var width: Float
  /// The height; at least 0.
  package var height: Float
  /// The middle of the wrist.
  package var wrist: PalmPoint
  /// The knuckle of the middle finger.
  package var middleKnuckle: PalmPoint

  /// A palm from its parts.
  package init(
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
  package var xMax: Float { xMin + width }

  /// The lower edge.
  package var yMax: Float { yMin + height }

  /// Area of the intersection over area of the union; 0 for boxes apart and for an empty union.
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
