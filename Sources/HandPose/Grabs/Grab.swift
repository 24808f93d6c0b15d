/// What a hand does that takes something.
public enum Grab: String, Sendable, Hashable, Codable, CaseIterable {
  /// The open hand closes.
  case grab
  /// It opens again, or is no longer seen.
  case release
}
