import VisionTasks

/// Something that happened to a hand in a video.
public struct HandEvent: Sendable, Hashable, Codable {
  /// What happened.
  public enum Kind: Sendable, Hashable, Codable {
    /// The hand came into sight.
    case appeared
    /// The hand makes a gesture.
    case gestureBegan(String)
    /// The hand makes another gesture.
    case gestureChanged(from: String, to: String)
    /// The hand makes no gesture any more.
    case gestureEnded(String)
    /// The hand went out of sight. Its gesture, if it made one, ended before.
    case lost
  }

  /// The number of the hand's track.
  public let hand: Int
  /// The time of the frame that the event was told by.
  public let timestampInMilliseconds: Int
  /// What happened.
  public let kind: Kind

  /// An event from its parts.
  public init(hand: Int, timestampInMilliseconds: Int, kind: Kind) {
    self.hand = hand
    self.timestampInMilliseconds = timestampInMilliseconds
    self.kind = kind
  }
}

/// When a gesture counts as begun and ended. It begins at a higher score than it ends at, and both only after a while,
/// so that a score that wavers, or a frame that is wrong, makes no events.
public struct GestureEventOptions: Sendable, Hashable, Codable {
  /// The score, from 0 to 1, at which a gesture may begin.
  public var beginScore: Float = 0.6
  /// The score, from 0 to `beginScore`, below which a gesture may end.
  public var endScore: Float = 0.4
  /// For how many milliseconds a gesture must be seen before it begins, or takes the place of another. At least 0.
  public var beginDelay = 100
  /// For how many milliseconds a gesture must not be seen before it ends. At least 0.
  public var endDelay = 150
  /// For how many milliseconds a hand must not be seen before it is lost. At least 0.
  public var lostDelay = 500

  /// Events for people: a gesture is told within a fifth of a second.
  public init() {}

  /// Throws for values that make no sense.
  package func check() throws(TaskError) {
    guard (0...1).contains(beginScore) else { throw .invalidThreshold(name: "beginScore", value: beginScore) }
    guard (0...beginScore).contains(endScore) else { throw .invalidThreshold(name: "endScore", value: endScore) }
    try NumberBound.notNegative.check(beginDelay, "beginDelay")
    try NumberBound.notNegative.check(endDelay, "endDelay")
    try NumberBound.notNegative.check(lostDelay, "lostDelay")
  }
}
