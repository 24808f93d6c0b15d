import VisionCore

/// Something that happened to a hand in a video.
public struct HandEvent: Sendable, Hashable, Codable {
  /// What happened.
  public enum Kind: Sendable, Hashable, Codable {
    /// The hand appeared.
    case appeared
    /// The hand started a gesture.
    case gestureBegan(String)
    /// The hand changed to another gesture.
    case gestureChanged(from: String, to: String)
    /// The hand stopped making a gesture.
    case gestureEnded(String)
    /// The hand disappeared. Its gesture, if any, has ended before.
    case lost
  }

  /// The number of the hand's track.
  public let hand: Int
  /// The time of the frame that caused the event.
  public let timestampInMilliseconds: Int
  /// What happened.
  public let kind: Kind

  /// An event from its components.
  public init(hand: Int, timestampInMilliseconds: Int, kind: Kind) {
    self.hand = hand
    self.timestampInMilliseconds = timestampInMilliseconds
    self.kind = kind
  }
}

/// When a gesture begins and ends. It begins at a higher score than it ends, and both only after a delay, so that a
/// fluctuating score, or a wrong frame, does not cause events.
public struct GestureEventOptions: Sendable, Hashable, Codable {
  /// The score, from 0 to 1, at which a gesture may begin.
  public var beginScore: Float = 0.6
  /// The score, from 0 to `beginScore`, below which a gesture may end.
  public var endScore: Float = 0.4
  /// How many milliseconds a gesture must be seen before it begins or replaces another one. At least 0.
  public var beginDelayInMilliseconds = 100
  /// How many milliseconds a gesture must not be seen before it ends. At least 0.
  public var endDelayInMilliseconds = 150
  /// How many milliseconds a hand must not be seen before it is lost. At least 0.
  public var lostDelayInMilliseconds = 500

  /// Options suited to people: a gesture is reported within a fifth of a second.
  public init() {}

  #if !hasFeature(Embedded)
    /// Reads what the keys say; those that are left out have their default.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try values.read(.beginScore, into: &beginScore)
      try values.read(.endScore, into: &endScore)
      try values.read(.beginDelayInMilliseconds, into: &beginDelayInMilliseconds)
      try values.read(.endDelayInMilliseconds, into: &endDelayInMilliseconds)
      try values.read(.lostDelayInMilliseconds, into: &lostDelayInMilliseconds)
    }
  #endif

  /// Throws for invalid values.
  package func check() throws(TaskError) {
    guard (0...1).contains(beginScore) else { throw .invalidThreshold(name: "beginScore", value: beginScore) }
    guard (0...beginScore).contains(endScore) else { throw .invalidThreshold(name: "endScore", value: endScore) }
    try NumberRequirement.notNegative.check(beginDelayInMilliseconds, "beginDelayInMilliseconds")
    try NumberRequirement.notNegative.check(endDelayInMilliseconds, "endDelayInMilliseconds")
    try NumberRequirement.notNegative.check(lostDelayInMilliseconds, "lostDelayInMilliseconds")
  }
}
