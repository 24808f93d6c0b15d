import HandTracking

/// When a gesture of the touchless control begins and ends.
///
/// Lengths are measured in palms, the distance from the wrist to the knuckle of the middle finger, so that it does not
/// matter how close the hand is. A gesture ends at a different length than it begins, so that it does not flicker at
/// the limit.
public struct TouchlessSettings: Sendable, Hashable, Codable {
  /// How many frames in a row must show a change before it counts; at least 1.
  public var frameCount = 3
  /// The confidence below which an observation is ignored, from 0 to 1.
  public var minimumConfidence: Float = 0.3
  /// How far the thumb's tip must stick out of the hand, up or down, for a thumb gesture to begin.
  public var thumbBegin = 0.35
  /// How far it must still stick out for the gesture to continue; at most `thumbBegin`.
  public var thumbEnd = 0.15
  /// How close the tips of thumb and index finger must be for a pinch to begin.
  public var pinchBegin = 0.25
  /// How far apart they may be for the pinch to continue; at least `pinchBegin`.
  public var pinchEnd = 0.4

  /// Settings for a camera with 15 to 60 frames per second.
  public init() {}

  /// Reads what the keys say; those that are left out have their default.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.read(.frameCount, into: &frameCount)
    try values.read(.minimumConfidence, into: &minimumConfidence)
    try values.read(.thumbBegin, into: &thumbBegin)
    try values.read(.thumbEnd, into: &thumbEnd)
    try values.read(.pinchBegin, into: &pinchBegin)
    try values.read(.pinchEnd, into: &pinchEnd)
  }

  /// Rejects settings with which no gesture could begin or end.
  func check() throws(HandPoseError) {
    guard frameCount >= 1 else {
      throw .invalidSetting(name: "frameCount", value: Double(frameCount), expected: "at least 1")
    }
    guard (0...1).contains(minimumConfidence) else {
      throw .invalidSetting(
        name: "minimumConfidence", value: Double(minimumConfidence), expected: "a number from 0 to 1")
    }
    for (name, value) in [("thumbBegin", thumbBegin), ("pinchBegin", pinchBegin)] where !(value > 0 && value < 10) {
      throw .invalidSetting(name: name, value: value, expected: "more than 0 and less than 10 palms")
    }
    guard thumbEnd > 0, thumbEnd <= thumbBegin else {
      throw .invalidSetting(name: "thumbEnd", value: thumbEnd, expected: "more than 0, at most thumbBegin")
    }
    guard pinchEnd >= pinchBegin, pinchEnd < 10 else {
      throw .invalidSetting(name: "pinchEnd", value: pinchEnd, expected: "at least pinchBegin, less than 10 palms")
    }
  }
}
