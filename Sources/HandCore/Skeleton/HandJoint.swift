/// The joints of a hand in OpenXR; the raw value is that of `XrHandJointEXT`.
public enum HandJoint: Int, CaseIterable, Sendable, Hashable, Codable {
  /// The middle of the middle finger's metacarpal bone.
  case palm
  /// The wrist.
  case wrist
  /// The root of the thumb.
  case thumbMetacarpal
  /// The knuckle of the thumb.
  case thumbProximal
  /// The joint of the thumb.
  case thumbDistal
  /// The tip of the thumb.
  case thumbTip
  /// The root of the index finger's bone in the palm.
  case indexMetacarpal
  /// The knuckle of the index finger.
  case indexProximal
  /// The joint after the knuckle of the index finger.
  case indexIntermediate
  /// The joint before the tip of the index finger.
  case indexDistal
  /// The tip of the index finger.
  case indexTip
  /// The root of the middle finger's bone in the palm.
  case middleMetacarpal
  /// The knuckle of the middle finger.
  case middleProximal
  /// The joint after the knuckle of the middle finger.
  case middleIntermediate
  /// The joint before the tip of the middle finger.
  case middleDistal
  /// The tip of the middle finger.
  case middleTip
  /// The root of the ring finger's bone in the palm.
  case ringMetacarpal
  /// The knuckle of the ring finger.
  case ringProximal
  /// The joint after the knuckle of the ring finger.
  case ringIntermediate
  /// The joint before the tip of the ring finger.
  case ringDistal
  /// The tip of the ring finger.
  case ringTip
  /// The root of the little finger's bone in the palm.
  case littleMetacarpal
  /// The knuckle of the little finger.
  case littleProximal
  /// The joint after the knuckle of the little finger.
  case littleIntermediate
  /// The joint before the tip of the little finger.
  case littleDistal
  /// The tip of the little finger.
  case littleTip

  /// The joint's landmark; nil for the palm and the roots of the fingers' bones in it, which are estimated.
  public var landmark: HandLandmark? {
    switch rawValue {
    case 0: nil
    case 1: .wrist
    case 2...5: HandLandmark(rawValue: UInt(rawValue - 1))
    default: position == 0 ? nil : HandLandmark(rawValue: UInt(4 * finger + position))
    }
  }

  /// Which finger it is, the index finger's being 1.
  private var finger: Int { (rawValue - 1) / 5 }
  /// The place in the finger, from 0 at the metacarpal.
  private var position: Int { (rawValue - 6) % 5 }

  /// The knuckle at the end of the bone that begins here, for the estimated roots.
  var knuckle: HandLandmark? {
    rawValue >= 6 && position == 0 ? HandLandmark(rawValue: UInt(4 * finger + 1)) : nil
  }

  /// The distance from the joint to the skin, as a fraction of that from the wrist to the middle finger's knuckle: as
  /// in the hand of Meta's Immersive Web Emulation Runtime, which is 95.7 mm from wrist to knuckle.
  var radius: Float {
    Self.radii[rawValue] / 95.7
  }

  private static let radii: [Float] = [
    21.2, 21.5, 19.4, 12.3, 9.8, 8.8,
    21.2, 10.3, 8.5, 7.6, 6.6,
    21.2, 11.2, 8.0, 7.6, 6.6,
    19.1, 9.9, 7.6, 7.2, 6.2,
    18.1, 8.5, 6.8, 6.4, 5.4,
  ]
}

/// A joint in space, as OpenXR has it (`XrHandJointLocationEXT`).
public struct JointPose: Sendable, Hashable, Codable {
  /// Where the joint is, in meters, in OpenXR's axes: x to the right, y up, z toward the viewer.
  public let position: SIMD3<Float>
  /// The rotation from the joint's axes to OpenXR's.
  public let orientation: Quaternion
  /// The distance from the joint to the skin, in meters.
  public let radius: Float

  /// A joint from its components.
  public init(position: SIMD3<Float>, orientation: Quaternion, radius: Float) {
    self.position = position
    self.orientation = orientation
    self.radius = radius
  }
}

extension Array<JointPose> {
  /// A joint of a hand, as in `joints[.indexTip]`.
  ///
  /// - Precondition: the list has the joint, like that of a ``SkeletonPose``.
  public subscript(joint: HandJoint) -> JointPose { self[joint.rawValue] }
}

extension SkeletonPose {
  /// OpenXR's 26 joints. 21 of them are the landmarks. The roots of the fingers' bones in the palm have no landmark and
  /// are estimated from its shape, as is the palm, which is in the middle of one of them. Radii are those of an average
  /// hand, scaled by the length of the palm.
  public var joints: [JointPose] {
    HandJoint.allCases.map { joint in
      let (place, orientation) = placement(of: joint)
      return JointPose(
        position: Self.flip.rotate(place), orientation: Self.flip * orientation, radius: joint.radius * handLength)
    }
  }

  /// Half a turn about x: from a picture's axes, y down and z away, to OpenXR's.
  private static let flip = Quaternion(x: 1, y: 0, z: 0, w: 0)

  private func placement(of joint: HandJoint) -> (SIMD3<Float>, Quaternion) {
    if let landmark = joint.landmark {
      return (landmarks[landmark].coordinates, orientation(of: landmark))
    }
    let knuckle = joint.knuckle ?? .middleFingerMCP
    let root = metacarpalRoot(of: knuckle)
    let end = landmarks[knuckle].coordinates
    let forward = (end - root).unit
    let palm = orientation(of: .wrist)
    let right = (palm.rotate(SIMD3(1, 0, 0)) - forward * forward.dot(palm.rotate(SIMD3(1, 0, 0)))).unit
    let orientation = Quaternion(x: right, y: forward.cross(-right), z: -forward)
    return (joint == .palm ? (root + end) / 2 : root, orientation)
  }

  /// 0.36 of the way from the wrist to the middle knuckle, and to the side 0.8 of what the finger's knuckle is: so it
  /// is in the hand that the radii are from.
  private func metacarpalRoot(of knuckle: HandLandmark) -> SIMD3<Float> {
    let palm = orientation(of: .wrist)
    let wrist = landmarks[.wrist].coordinates
    let own = palm.inverse.rotate(landmarks[knuckle].coordinates - wrist)
    return wrist + palm.rotate(SIMD3(0.8 * own.x, 0.8 * own.y, -0.36 * handLength))
  }
}
