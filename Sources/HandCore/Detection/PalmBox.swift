import VisionCore

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
}

extension PalmBox {
  /// The palm in a detector's box.
  package init(_ box: KeypointBox) {
    func point(_ keypoint: Int) -> PalmPoint {
      let position = box[keypoint: keypoint]
      return PalmPoint(x: position.x, y: position.y)
    }
    self.init(
      score: box.score, xMin: box.xMin, yMin: box.yMin, width: box.width, height: box.height,
      wrist: point(ModelConstants.Palm.wristKeypoint), middleKnuckle: point(ModelConstants.Palm.middleKnuckleKeypoint))
  }
}
