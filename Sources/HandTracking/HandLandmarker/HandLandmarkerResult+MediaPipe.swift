import HandCore
import VisionTasks

extension HandLandmarkerResult {
  /// A result from MediaPipe's lists, whose elements *i* belong to hand *i*.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int
  ) {
    self.init(
      hands: DetectedHand.hands(
        landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness, gestures: []),
      timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The landmarks of each hand.
  public var landmarks: [[NormalizedLandmark]] { hands.map { $0.landmarks } }
  /// The world landmarks of each hand.
  public var worldLandmarks: [[Landmark]] { hands.map { $0.worldLandmarks } }
  /// One category for each hand: "Right" (index 0) or "Left" (index 1), the person's own, in an unmirrored picture.
  public var handedness: [[ResultCategory]] { hands.map { [$0.handedness] } }
}
