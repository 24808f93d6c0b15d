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
