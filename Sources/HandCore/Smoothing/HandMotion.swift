import VisionCore

/// How fast a tracked hand moves.
public struct HandMotion: Sendable, Hashable, Codable {
  /// The velocity of the palm in the picture: widths per second to the right, heights per second down.
  public internal(set) var palm: SIMD2<Float>
  /// The velocities of the 21 landmarks relative to the palm, as in `joints[HandLandmark.wrist.rawValue]`: widths per
  /// second to the right, heights per second down, widths per second away from the camera.
  public internal(set) var joints: [SIMD3<Float>]

  /// Further ahead than this, what is foreseen is worse than what is known, whenever a hand turns.
  package static let longestPredictionInMilliseconds = 50

  /// A motion from its components.
  public init(palm: SIMD2<Float>, joints: [SIMD3<Float>]) {
    self.palm = palm
    self.joints = joints
  }

  /// Overwrites the motion with another one, reusing memory.
  mutating func copy(_ other: HandMotion) {
    palm = other.palm
    joints.copy(other.joints)
  }

  /// Moves landmarks to where they are some seconds later, if the palm keeps its speed and the hand its shape.
  func move(_ landmarks: inout [NormalizedLandmark], seconds: Float) {
    for index in landmarks.indices {
      landmarks[index].move(by: seconds * palm)
    }
  }
}

extension DetectedHand {
  /// The hand some time after its frame, for a display that is later or has more frames than the camera: its landmarks
  /// move on with the palm, for at most 50 ms. Without ``motion``, they stay where they are.
  public func predicted(after time: Duration) -> DetectedHand {
    var hand = self
    let longest = Duration.milliseconds(HandMotion.longestPredictionInMilliseconds)
    let seconds = min(max(time, .zero), longest) / .seconds(1)
    motion?.move(&hand.landmarks, seconds: Float(seconds))
    return hand
  }
}

extension HandLandmarkerResult {
  /// The result as it would be at a time, at most 50 ms after its own: see ``DetectedHand/predicted(after:)``.
  public func predicted(to timestampInMilliseconds: Int) -> HandLandmarkerResult {
    var result = self
    result.hands = hands(at: timestampInMilliseconds)
    return result
  }
}

extension GestureRecognizerResult {
  /// The result as it would be at a time, at most 50 ms after its own: see ``DetectedHand/predicted(after:)``.
  public func predicted(to timestampInMilliseconds: Int) -> GestureRecognizerResult {
    var result = self
    result.hands = hands(at: timestampInMilliseconds)
    return result
  }
}

extension HandResult {
  fileprivate func hands(at time: Int) -> [DetectedHand] {
    let (later, overflows) = time.subtractingReportingOverflow(timestampInMilliseconds)
    let milliseconds = overflows ? (time > 0 ? Int.max : 0) : later
    return hands.map { $0.predicted(after: .milliseconds(milliseconds)) }
  }
}
