/// Where a hand comes from.
public struct HandDetails: Sendable, Hashable, Codable {
  /// Where the hand was looked for, and why: the palm box of a detected hand is in its origin.
  public private(set) var candidate: HandCandidate
  /// The landmarks before smoothing.
  public private(set) var rawLandmarks: [NormalizedLandmark]
  /// The world landmarks before smoothing.
  public private(set) var rawWorldLandmarks: [Landmark]
  /// The handedness in this frame alone, as in a picture that is not mirrored.
  public private(set) var rawHandedness: ResultCategory

  /// Details from their parts.
  public init(
    candidate: HandCandidate, rawLandmarks: [NormalizedLandmark], rawWorldLandmarks: [Landmark],
    rawHandedness: ResultCategory
  ) {
    self.candidate = candidate
    self.rawLandmarks = rawLandmarks
    self.rawWorldLandmarks = rawWorldLandmarks
    self.rawHandedness = rawHandedness
  }

  /// The details of a hand whose raw parts were kept.
  init(_ hand: Hand) {
    self.init(
      candidate: HandCandidate(region: hand.region, origin: hand.origin), rawLandmarks: hand.rawLandmarks,
      rawWorldLandmarks: hand.rawWorldLandmarks, rawHandedness: hand.rawHandedness ?? hand.handedness)
  }

  /// Becomes the details of another hand in the memory it has.
  mutating func update(_ hand: Hand) {
    candidate = HandCandidate(region: hand.region, origin: hand.origin)
    rawLandmarks.copy(hand.rawLandmarks)
    rawWorldLandmarks.copy(hand.rawWorldLandmarks)
    rawHandedness = hand.rawHandedness ?? hand.handedness
  }
}
