import VisionCore

/// The landmarks of the palm as one rigid body: the wrist, the knuckles and the root of the thumb.
///
/// Its axes are those of OpenXR's joints: from the wrist, x to the right as seen from the back of the hand with the
/// fingers up, y out of the back of the hand, and z from the middle finger's knuckle to the wrist.
struct PalmShape: Sendable, Hashable, Codable {
  /// The landmarks of the palm.
  static let landmarks: [HandLandmark] = [
    .wrist, .thumbCMC, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP,
  ]
  private var points = [SIMD3<Float>](repeating: SIMD3(), count: 6)

  /// Where a landmark is from the wrist, in the palm's axes.
  subscript(landmark: HandLandmark) -> SIMD3<Float> { points[(Int(landmark.rawValue) + 3) / 4] }

  /// The rotation from the palm's axes to those of its landmarks; nil if the landmarks have no direction.
  static func axes(_ side: DetectedHand.Side, _ point: (HandLandmark) -> SIMD3<Float>) -> Quaternion? {
    let wrist = point(.wrist)
    let forward = (point(.middleFingerMCP) - wrist).unit
    let across = (point(.indexFingerMCP) - wrist).cross(point(.pinkyMCP) - wrist)
    // Out of the palm of a right hand (HandShape.palmNormal), and so into the other's.
    let back = ((side == .right ? -across : across) - forward * forward.dot(side == .right ? -across : across)).unit
    guard forward != SIMD3(), back != SIMD3() else { return nil }
    return Quaternion(x: forward.cross(back), y: back, z: -forward)
  }

  /// Moves the points toward those of a frame, as a mean over frames of which this one has a weight.
  mutating func learn(
    _ landmarks: [Landmark], _ axes: Quaternion, _ side: DetectedHand.Side, weight: Float, isFirst: Bool
  ) {
    let wrist = landmarks[.wrist].coordinates
    let rotation = isFirst ? axes : rotation(of: landmarks, from: axes)
    let center = isFirst ? wrist : self.wrist(of: landmarks, rotation)
    for (index, landmark) in Self.landmarks.enumerated() {
      let found = rotation.inverse.rotate(landmarks[landmark].coordinates - center)
      points[index] += weight * (found - points[index])
    }
    // The mean need not have the palm's axes, nor its origin.
    guard let own = Self.axes(side, { self[$0] }) else { return }
    let origin = points[0]
    for index in points.indices { points[index] = own.inverse.rotate(points[index] - origin) }
  }

  /// Puts the palm where it best fits landmarks.
  func place(_ landmarks: [Landmark], from axes: Quaternion, _ pose: inout SkeletonPose) {
    let rotation = rotation(of: landmarks, from: axes)
    let wrist = wrist(of: landmarks, rotation)
    for landmark in Self.landmarks {
      pose.set(landmark, wrist + rotation.rotate(self[landmark]), rotation)
    }
  }

  /// The rotation by which the palm best fits landmarks: a least-squares problem, by Gauss-Newton steps.
  private func rotation(of landmarks: [Landmark], from axes: Quaternion) -> Quaternion {
    var rotation = axes
    let center = center { self[$0] }
    let target = self.center { landmarks[$0].coordinates }
    for _ in 0..<5 {
      var problem = LeastSquares3()
      for landmark in Self.landmarks {
        let turned = rotation.rotate(self[landmark] - center)
        let miss = SIMD3<Double>(landmarks[landmark].coordinates - target - turned)
        let (x, y, z) = (Double(turned.x), Double(turned.y), Double(turned.z))
        // A further small rotation ω moves the point by ω × turned.
        problem.add(SIMD3(0, z, -y), miss.x)
        problem.add(SIMD3(-z, 0, x), miss.y)
        problem.add(SIMD3(y, -x, 0), miss.z)
      }
      guard let step = problem.solution else { return rotation }
      rotation = Quaternion(rotationVector: SIMD3<Float>(step)) * rotation
    }
    return rotation
  }

  /// Where the wrist is if the palm has this rotation.
  private func wrist(of landmarks: [Landmark], _ rotation: Quaternion) -> SIMD3<Float> {
    center { landmarks[$0].coordinates } - rotation.rotate(center { self[$0] })
  }

  private func center(_ point: (HandLandmark) -> SIMD3<Float>) -> SIMD3<Float> {
    Self.landmarks.reduce(SIMD3()) { $0 + point($1) } / Float(Self.landmarks.count)
  }
}
