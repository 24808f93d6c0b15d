import HandTracking

/// When a movement of the hand is a swipe.
///
/// Lengths are measured in palms, the distance from the wrist to the knuckle of the middle finger, so that it does not
/// matter how close the hand is.
public struct SwipeSettings: Sendable, Hashable, Codable {
  /// How far the palm must move, in palms.
  public var distance = 1.5
  /// How fast it must be on that way on average, in palms per second.
  public var speed = 4.0
  /// How straight the way must be: the distance from its start to its end divided by its length, from 0 to 1.
  public var straightness = 0.8
  /// How much the way may turn in all, in radians: circles with a radius of up to two and a half palms turn more.
  public var turn = 0.55
  /// How many milliseconds after a swipe nothing counts, so that the hand can come back.
  public var pauseInMilliseconds = 600
  /// The confidence below which an observation is ignored, from 0 to 1.
  public var minimumConfidence: Float = 0.3

  /// Settings for a camera with 15 to 60 frames per second.
  public init() {}

  /// Reads what the keys say; those that are left out have their default.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.read(.distance, into: &distance)
    try values.read(.speed, into: &speed)
    try values.read(.straightness, into: &straightness)
    try values.read(.turn, into: &turn)
    try values.read(.pauseInMilliseconds, into: &pauseInMilliseconds)
    try values.read(.minimumConfidence, into: &minimumConfidence)
  }

  /// Rejects settings with which nothing or everything would be a swipe.
  func check() throws(HandPoseError) {
    for (name, value, limit) in [("distance", distance, 20.0), ("speed", speed, 200.0)]
    where !(value > 0 && value < limit) {
      throw .invalidSetting(name: name, value: value, expected: "more than 0 and less than \(Int(limit))")
    }
    guard (0...1).contains(straightness) else {
      throw .invalidSetting(name: "straightness", value: straightness, expected: "a number from 0 to 1")
    }
    guard (0...Double.pi).contains(turn) else {
      throw .invalidSetting(name: "turn", value: turn, expected: "an angle from 0 to pi")
    }
    guard (0...60_000).contains(pauseInMilliseconds) else {
      throw .invalidSetting(
        name: "pauseInMilliseconds", value: Double(pauseInMilliseconds), expected: "from 0 to 60000")
    }
    guard (0...1).contains(minimumConfidence) else {
      throw .invalidSetting(
        name: "minimumConfidence", value: Double(minimumConfidence), expected: "a number from 0 to 1")
    }
  }
}
