/// What became of a motion of one hand or of two.
public struct MotionEvent: Sendable, Hashable, Codable {
  /// What happens.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A movement looks like a motion. It may still become another one.
    case began
    /// The motion is over, and this is what it was: once for each motion.
    case recognized
    /// What began is over, whether it was recognized or not.
    case ended
  }

  /// What happens.
  public let kind: Kind
  /// The motion.
  public let name: String
  /// The identities of the hands, one or two: those of their tracks, or numbers of ``HandMotions`` if they have
  /// none.
  public let hands: [Int]
  /// How much it looks like the motion: about 1 for the examples, about 0 for anything else.
  public let score: Float
  /// When the movement was, in milliseconds.
  public let interval: ClosedRange<Int>
  /// How large the movement is: 1 for one as large as the examples on average.
  public let amount: Float
  /// The time of the frame with which it is said.
  public let timestampInMilliseconds: Int

  /// An event from its parts.
  public init(
    kind: Kind, name: String, hands: [Int], score: Float, interval: ClosedRange<Int>, amount: Float,
    timestampInMilliseconds: Int
  ) {
    self.kind = kind
    self.name = name
    self.hands = hands
    self.score = score
    self.interval = interval
    self.amount = amount
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
