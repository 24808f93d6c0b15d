import VisionCore

/// A skeleton in the pose of a frame: where its joints are, and how they are rotated.
///
/// A joint's axes are those of OpenXR: −z along the bone toward the fingertip, y out of the back of the hand (of a
/// fingernail), x to the right of both.
public struct SkeletonPose: Sendable, Hashable, Codable {
  /// The 21 landmarks, in meters, in the axes of those that the skeleton was fitted to: bones have the learned lengths.
  public private(set) var landmarks: [Landmark]
  // From each joint's axes to those of the landmarks. A fingertip's is that of the joint before it.
  private var orientations: [Quaternion]
  /// Which hand it is.
  var side = DetectedHand.Side.right
  /// From the wrist to the middle finger's knuckle, in meters.
  var handLength: Float = 0

  /// A pose to fit into, in which all landmarks are in one point.
  public init() {
    landmarks = [Landmark](repeating: Landmark(x: 0, y: 0, z: 0), count: ModelConstants.Landmarks.count)
    orientations = [Quaternion](repeating: .identity, count: ModelConstants.Landmarks.count)
  }

  /// Overwrites the pose with another one, reusing memory.
  mutating func copy(_ other: SkeletonPose) {
    landmarks.copy(other.landmarks)
    orientations.copy(other.orientations)
    (side, handLength) = (other.side, other.handLength)
  }

  /// The rotation from a joint's axes to those of the landmarks. The wrist's is the palm's; a fingertip's is that of
  /// the joint before it.
  public func orientation(of landmark: HandLandmark) -> Quaternion { orientations[landmark] }

  /// The rotation of a joint from its neighbor toward the wrist: about x by how much it is bent, negative toward the
  /// palm. The wrist's is that of the hand in space.
  public func rotation(of landmark: HandLandmark) -> Quaternion {
    guard landmark != .wrist else { return orientation(of: .wrist) }
    return orientation(of: landmark.parent).inverse * orientation(of: landmark)
  }

  /// Where a landmark is.
  func position(_ landmark: UInt) -> SIMD3<Float> { landmarks[Int(landmark)].coordinates }

  /// Puts a joint.
  mutating func set(_ landmark: UInt, _ place: SIMD3<Float>, _ orientation: Quaternion) {
    landmarks[Int(landmark)] = Landmark(at: place)
    orientations[Int(landmark)] = orientation
  }

  /// Puts a joint.
  mutating func set(_ landmark: HandLandmark, _ place: SIMD3<Float>, _ orientation: Quaternion) {
    set(landmark.rawValue, place, orientation)
  }
}
