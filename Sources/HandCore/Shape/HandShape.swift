import VisionCore

/// The shape of a hand in space: how its joints are bent, where its fingers and its palm point.
///
/// Computed from world landmarks, and so in meters and independent of the hand's position in the picture. Directions
/// are those of the picture: x to the right, y down, z away from the camera.
public struct HandShape: Sendable, Hashable {
  private let points: [SIMD3<Float>]

  /// The shape of a hand's world landmarks; nil unless there are 21.
  public init?(_ worldLandmarks: [Landmark]) {
    guard worldLandmarks.count == ModelConstants.Landmarks.count else { return nil }
    points = worldLandmarks.map { $0.coordinates }
  }

  // MARK: Joints

  /// How much a joint is bent, in radians: the angle between the bones before and after it, 0 for a straight one. Nil
  /// for the wrist and the fingertips.
  public func bend(at joint: HandLandmark) -> Float? {
    let position = (Int(joint.rawValue) - 1) % 4
    guard joint != .wrist, position < 3 else { return nil }
    let index = Int(joint.rawValue)
    let before = points[index] - points[position == 0 ? 0 : index - 1]
    return Self.angle(before, points[index + 1] - points[index])
  }

  /// How much a finger is bent, in radians: the angle between its first bone and the line from that bone's end to the
  /// tip. 0 for a straight finger, approximately 2 in a fist.
  public func bend(of finger: Finger) -> Float {
    let joints = finger.landmarks
    return Self.angle(self[joints[1]] - self[joints[0]], self[joints[3]] - self[joints[1]])
  }

  /// How much a finger is bent, in three levels: straight below 60°, full from 100° on.
  ///
  /// A thumb folds across the palm rather than bending. It is straight if its tip is more than a palm's length from the
  /// knuckle of the little finger, and full if less than 0.85 of it.
  public func curl(of finger: Finger) -> FingerCurl {
    if finger == .thumb {
      let reach = (self[.thumbTIP] - self[.pinkyMCP]).length
      return reach > palmLength ? .straight : (reach > 0.85 * palmLength ? .half : .full)
    }
    let bend = bend(of: finger)
    return bend < .pi / 3 ? .straight : (bend < .pi * 5 / 9 ? .half : .full)
  }

  // MARK: Directions

  /// The unit vector from the root of a finger to its tip; zero if they are the same point.
  public func direction(of finger: Finger) -> SIMD3<Float> {
    let ends = finger.landmarks
    return (self[ends[3]] - self[ends[0]]).unit
  }

  /// Where a finger points in the picture.
  public func pictureDirection(of finger: Finger) -> PictureDirection {
    let direction = direction(of: finger)
    return PictureDirection(x: direction.x, y: direction.y)
  }

  /// The unit vector out of the palm: toward the camera (z < 0) if the palm is visible, away from it if the back is.
  ///
  /// - Parameter isRight: whether it looks like a right hand in the stored picture: what the network says, which for a
  ///   mirrored picture is the person's other hand.
  public func palmNormal(isRight: Bool) -> SIMD3<Float> {
    let index = self[.indexFingerMCP] - self[.wrist]
    let pinky = self[.pinkyMCP] - self[.wrist]
    let normal = index.cross(pinky)
    return (isRight ? normal : -normal).unit
  }

  // MARK: Lengths

  /// The distance from the tip of the thumb to that of another finger, in meters.
  public func pinchDistance(to finger: Finger = .index) -> Float {
    (self[.thumbTIP] - self[finger.landmarks[3]]).length
  }

  /// The longest side of the triangle of wrist, index knuckle and little knuckle, in meters: a unit for other lengths.
  public var palmLength: Float {
    max(
      (self[.indexFingerMCP] - self[.wrist]).length, (self[.pinkyMCP] - self[.wrist]).length,
      (self[.pinkyMCP] - self[.indexFingerMCP]).length)
  }

  // MARK: Vectors

  private subscript(landmark: HandLandmark) -> SIMD3<Float> { points[landmark] }

  /// The angle between two vectors, 0 if one has no length.
  private static func angle(_ first: SIMD3<Float>, _ second: SIMD3<Float>) -> Float {
    let (a, b) = (first.unit, second.unit)
    return CorrectlyRounded.arctangent(y: a.cross(b).length, x: a.dot(b))
  }
}
