import VisionCore

/// Fits the three bones of a finger: they lie in one plane, in which its joints bend; those of the thumb nearly so.
struct FingerFit {
  private let finger: Finger
  private let side: DetectedHand.Side
  private let lengths: [Float]
  private let limits: JointLimits

  /// A fit of a finger with the lengths of all bones, in the order of landmarks.
  init(_ finger: Finger, side: DetectedHand.Side, lengths: [Float]) {
    self.finger = finger
    self.side = side
    self.lengths = lengths
    limits = finger == .thumb ? .thumb : .finger
  }

  /// Puts the finger's bones after its first landmark, which belongs to the palm.
  func fit(_ landmarks: [Landmark], _ pose: inout SkeletonPose) {
    let first = finger.firstLandmark
    func bone(_ index: UInt) -> SIMD3<Float> {
      landmarks[Int(first + index + 1)].coordinates - landmarks[Int(first + index)].coordinates
    }
    let bones = (bone(0), bone(1), bone(2))
    let palm = pose.orientation(of: .wrist)
    let forward = palm.rotate(limited(palm.inverse.rotate(bones.0.unit)))
    let hinge = hinge(bones, palm, forward)

    var orientation = Quaternion(x: hinge, y: forward.cross(-hinge), z: -forward)
    var place = pose.position(first)
    for index in 0..<3 as Range<UInt> {
      if index > 0 {
        let bone = orientation.inverse.rotate(index == 1 ? bones.1 : bones.2)
        let (range, reach) = index == 1 ? (limits.middle, limits.middleSide) : (limits.last, 0)
        // Toward the palm is down in a joint's axes, where the bone before points to −z.
        let bend = CorrectlyRounded.arctangent(y: -bone.y, x: -bone.z).clamped(to: range)
        let straight = SIMD2(bone.y, bone.z)
        let turn = CorrectlyRounded.arctangent(y: -bone.x, x: (straight * straight).sum().squareRoot())
        orientation =
          orientation * Quaternion(rotationVector: SIMD3(-bend, 0, 0))
          * Quaternion(rotationVector: SIMD3(0, turn.clamped(to: -reach...reach), 0))
      }
      pose.set(first + index, place, orientation)
      place += orientation.rotate(SIMD3(0, 0, -lengths[Int(first + index + 1)]))
    }
    pose.set(first + 3, place, orientation)
  }

  /// The direction of the first bone, in the palm's axes, within the limits.
  private func limited(_ direction: SIMD3<Float>) -> SIMD3<Float> {
    let bend = CorrectlyRounded.arctangent(y: -direction.y, x: -direction.z).clamped(to: limits.knuckle)
    let side = CorrectlyRounded.sine(limits.side)
    let x = direction.x.clamped(to: -side...side)
    let rest = (1 - x * x).squareRoot()
    return SIMD3(x, -rest * CorrectlyRounded.sine(bend), -rest * CorrectlyRounded.cosine(bend))
  }

  /// The axis about which the joints bend: perpendicular to the plane of the bones, and across the finger as it is at
  /// rest where the bones are almost straight and have no plane.
  private func hinge(
    _ bones: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), _ palm: Quaternion, _ forward: SIMD3<Float>
  ) -> SIMD3<Float> {
    func across(_ vector: SIMD3<Float>) -> SIMD3<Float> { (vector - forward * forward.dot(vector)).unit }
    let rest = across(palm.rotate(restHinge))
    let plane = bones.0.unit.cross(bones.1.unit) + bones.1.unit.cross(bones.2.unit)
    // A bend away from the palm has the same plane.
    let bent = plane.dot(rest) > 0 ? plane : -plane
    let hinge = across(bent + rest * Self.restWeight)
    return hinge == SIMD3() ? rest : hinge
  }

  /// At how large a sine of the bends the plane of the bones counts as much as the axis at rest.
  private static let restWeight: Float = 0.5

  /// In the palm's axes. The thumb's nail points to the side, away from the fingers.
  private var restHinge: SIMD3<Float> {
    guard finger == .thumb else { return SIMD3(1, 0, 0) }
    let outward = SIMD3<Float>(side == .right ? -0.95 : 0.95, 0.3, 0)
    return SIMD3<Float>(0, 0, -1).cross(outward)
  }
}

extension Finger {
  /// The index of the finger's landmark at the palm.
  var firstLandmark: UInt { UInt(rawValue) * 4 + 1 }
}

extension Float {
  /// The closest number in a range.
  func clamped(to range: ClosedRange<Float>) -> Float { min(max(self, range.lowerBound), range.upperBound) }
}
