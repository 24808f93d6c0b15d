/// What identities are told apart by: where a hand is, how large, and which hand it seems to be.
package struct HandSight: Sendable, Hashable {
  /// The middle of wrist and knuckles, in pixels.
  package var center: SIMD2<Float>
  /// The palm's length in pixels.
  package var palmLength: Float
  /// The probability of a right hand.
  package var rightProbability: Float
  /// The track whose region the hand was found in.
  package var followedTrack: Int?

  /// A sight from its parts.
  package init(center: SIMD2<Float>, palmLength: Float, rightProbability: Float, followedTrack: Int? = nil) {
    self.center = center
    self.palmLength = palmLength
    self.rightProbability = rightProbability
    self.followedTrack = followedTrack
  }

  /// The sight of 21 landmarks in a picture of a size.
  package init(
    _ landmarks: [NormalizedLandmark], handedness: ResultCategory, imageWidth: Int, imageHeight: Int,
    followedTrack: Int? = nil
  ) {
    let scale = SIMD2(Float(imageWidth), Float(imageHeight))
    var sum = SIMD2<Float>()
    for landmark in Self.palm {
      sum += SIMD2(landmarks[landmark].x, landmarks[landmark].y)
    }
    self.init(
      center: sum / Float(Self.palm.count) * scale,
      palmLength: landmarks.palmLength(scaledBy: SIMD3(scale, 0)),
      rightProbability: GestureFeatures.rightHandProbability(handedness), followedTrack: followedTrack)
  }

  private static let palm: [HandLandmark] = [
    .wrist, .indexFingerMCP, .middleFingerMCP, .ringFingerMCP, .pinkyMCP,
  ]
}
