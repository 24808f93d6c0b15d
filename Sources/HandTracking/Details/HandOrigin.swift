/// Why a hand was looked for where it was.
public enum HandOrigin: Sendable, Hashable, Codable {
  /// The palm detector found a palm there.
  case detected(PalmBox)
  /// The hand with this index among the hands of the frame before was there.
  case followed(hand: Int)
  /// The caller gave the region.
  case given

  /// True for a hand of the frame before.
  public var isFollowed: Bool {
    if case .followed = self { true } else { false }
  }
}
