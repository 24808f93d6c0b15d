import HandCore
import VisionTasks

extension GestureRecognizerResult {
  /// A result from MediaPipe's lists, whose elements *i* belong to hand *i*; an element of `gestures` is empty for a
  /// hand without a gesture.
  public init(
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int
  ) {
    self.init(
      hands: DetectedHand.hands(
        landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness, gestures: gestures),
      timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The hands of MediaPipe's result, which is empty if no hand has a gesture.
  private var listed: [DetectedHand] { hands.contains { $0.gesture != nil } ? hands : [] }

  /// The landmarks of each hand; empty if no hand has a gesture, as in MediaPipe.
  public var landmarks: [[NormalizedLandmark]] { listed.map { $0.landmarks } }
  /// The world landmarks of each hand; empty if no hand has a gesture, as in MediaPipe.
  public var worldLandmarks: [[Landmark]] { listed.map { $0.worldLandmarks } }
  /// One category for each hand, "Right" (index 0) or "Left" (index 1); empty if no hand has a gesture, as in
  /// MediaPipe.
  public var handedness: [[ResultCategory]] { listed.map { [$0.handedness] } }
  /// One category, with the index −1, for each hand that has a gesture. As in MediaPipe, a hand without one leaves no
  /// gap: if the other lists are longer, it is unknown which gesture is whose, and ``hands`` says it.
  public var gestures: [[ResultCategory]] { hands.compactMap { $0.gesture }.map { [$0.category] } }
}
