import PixelImaging

/// A place where a hand may be.
public struct HandCandidate: Sendable, Hashable, Codable {
  /// Where the landmark network looks for the hand.
  public let region: ImageRegion
  /// Why there.
  public let origin: HandOrigin

  /// A candidate from its parts.
  public init(region: ImageRegion, origin: HandOrigin) {
    self.region = region
    self.origin = origin
  }
}

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

/// A candidate that is not in the result, and why.
public struct RemovedCandidate: Sendable, Hashable, Codable {
  /// Why a candidate is not in the result. The rules stand in the order in which they are applied.
  public enum Rule: Sendable, Hashable, Codable {
    /// The palm's score is below `minHandDetectionConfidence`. Of many such palms the best one is told, and only where
    /// no palm's score suffices.
    case palmScore
    /// The palm's middle is outside the region that is searched.
    case outsideRegion
    /// There are `numHands` better candidates.
    case handLimit
    /// The region overlaps that of an earlier candidate by more than `minTrackingConfidence`.
    case overlap
    /// The probability of a hand does not exceed `minHandPresenceConfidence`.
    case presence(Float)
    /// The landmarks are those of an earlier hand.
    case repeated
    /// No hand of the picture has a gesture that the classifiers' options let through; the result is empty then, as in
    /// MediaPipe.
    case noGesture
  }

  /// The place.
  public let candidate: HandCandidate
  /// Why there is no hand in the result.
  public let rule: Rule

  /// A removed candidate from its parts.
  public init(candidate: HandCandidate, rule: Rule) {
    self.candidate = candidate
    self.rule = rule
  }
}
