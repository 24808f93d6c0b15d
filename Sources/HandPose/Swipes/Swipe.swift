/// A quick, straight movement of a hand across the picture.
public struct Swipe: Sendable, Hashable, Codable {
  /// Where a swipe goes in the picture, which shows the person's left on the right unless it is mirrored.
  public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
    /// To the picture's left.
    case left
    /// To the picture's right.
    case right
    /// Upward.
    case up
    /// Downward.
    case down
  }

  /// Where it goes.
  public let direction: Direction
  /// How far the palm has moved when it was recognized, in palms.
  public let distance: Double
  /// How fast it was on average, in palms per second.
  public let speed: Double
}
