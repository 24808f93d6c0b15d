import HandTracking

/// When a hand grabs and releases: how far its four fingers are folded, from 0 to 1, and how it is turned.
public struct GrabSettings: Sendable, Hashable, Codable {
  /// The fold from which a hand is closed.
  public var closed: Float = 0.75
  /// The fold up to which it is open.
  public var open: Float = 0.35
  /// How many milliseconds an open hand may take to close. One that takes longer rests.
  public var durationInMilliseconds = 800
  /// How much of the palm must be seen, from 0 to 1: 0 from the side, about 0.6 from the front. What a finger does that
  /// is seen from the side is a guess.
  public var facing: Float = 0.35
  /// How much of what is seen of the palm must stay while it closes, from 0 to 1: a hand that turns away seems to
  /// close.
  public var steadiness: Float = 0.65

  /// Settings for most hands.
  public init() {}

  /// Reads what the keys say; those that are left out have their default.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.read(.closed, into: &closed)
    try values.read(.open, into: &open)
    try values.read(.durationInMilliseconds, into: &durationInMilliseconds)
    try values.read(.facing, into: &facing)
    try values.read(.steadiness, into: &steadiness)
  }

  /// Rejects settings with which nothing or everything would be a grab.
  func check() throws(HandPoseError) {
    guard open > 0, open < closed, closed <= 1 else {
      throw .invalidSetting(name: "open", value: Double(open), expected: "more than 0 and less than closed, up to 1")
    }
    guard (1...60_000).contains(durationInMilliseconds) else {
      throw .invalidSetting(
        name: "durationInMilliseconds", value: Double(durationInMilliseconds), expected: "from 1 to 60000")
    }
    for (name, value) in [("facing", facing), ("steadiness", steadiness)] where !(0...1).contains(value) {
      throw .invalidSetting(name: name, value: Double(value), expected: "a number from 0 to 1")
    }
  }
}
