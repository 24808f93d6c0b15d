/// What a hand in front of a camera tells a program that is used without touching it.
public enum TouchlessGesture: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing, or no hand. Between two other gestures there is always a rest.
  case rest
  /// A fist with the thumb standing out upwards.
  case thumbsUp
  /// A fist with the thumb standing out downwards.
  case thumbsDown
  /// Thumb and index finger touch at their tips.
  case pinch
}
