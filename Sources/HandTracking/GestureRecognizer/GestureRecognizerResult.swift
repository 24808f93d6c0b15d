/// The hands found in a picture and their gestures. Element *i* of the lists belongs to hand *i*, the one with the
/// highest palm score first.
///
/// As in MediaPipe, a hand for which no class gets through the classifiers' options adds nothing to ``gestures``, which
/// then is shorter than the other lists; if that is so for every hand, the whole result is empty.
public struct GestureRecognizerResult: Sendable, Hashable, Codable {
  /// The time of the picture. In image mode 0 for the first picture of a task and 1000 more for each further one.
  public let timestampInMilliseconds: Int
  /// The 21 landmarks of each hand, in the picture as it is stored.
  public let landmarks: [[NormalizedLandmark]]
  /// The 21 landmarks of each hand, in metres.
  public let worldLandmarks: [[Landmark]]
  /// One category for each hand: "Right" (index 0) or "Left" (index 1), the person's own, in a picture that is not
  /// mirrored.
  public let handedness: [[ResultCategory]]
  /// One category for each hand: the gesture's name and score. The index is −1.
  public let gestures: [[ResultCategory]]
  /// The probability that there is a hand where each hand was found. (Mudra's addition.)
  public let presences: [Float]

  /// A result from its parts.
  public init(
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int, presences: [Float] = []
  ) {
    self.timestampInMilliseconds = timestampInMilliseconds
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.gestures = gestures
    self.presences = presences
  }
}
