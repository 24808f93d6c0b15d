import PixelImaging
import VisionCore

/// A place where a hand may be.
public struct HandCandidate: Sendable, Hashable, Codable {
  /// Where the landmark network searches for the hand.
  public let region: ImageRegion
  /// Why the hand is searched for there.
  public let origin: HandOrigin
  /// The square in which its palm was found, if the picture was searched in squares (`ImageSearch.tiles`) and it was
  /// not found in the whole picture.
  public let tile: ImageRegion?

  /// A candidate from its components.
  public init(region: ImageRegion, origin: HandOrigin, tile: ImageRegion? = nil) {
    self.region = region
    self.origin = origin
    self.tile = tile
  }
}

/// Why a hand was searched for at its place.
public enum HandOrigin: Sendable, Hashable, Codable {
  /// The palm detector found a palm there.
  case detected(PalmBox)
  /// The hand with this index in the previous frame was there.
  case followed(hand: Int)
  /// The caller specified the region.
  case given

  /// True for a hand of the previous frame.
  public var isFollowed: Bool {
    if case .followed = self { true } else { false }
  }
}

/// A candidate that is not in the result, and why.
public struct RemovedCandidate: Sendable, Hashable, Codable {
  /// Why a candidate is not in the result. The rules are in the order in which they are applied.
  public enum Rule: Sendable, Hashable, Codable {
    /// The palm's score is below `minHandDetectionConfidence`. Only the best such palm is reported, and only if no
    /// palm's score is sufficient.
    case palmScore
    /// The palm's center is outside the searched region.
    case outsideRegion
    /// There are `numHands` better candidates.
    case handLimit
    /// The region overlaps that of an earlier candidate by more than `minTrackingConfidence`.
    case overlap
    /// The probability of a hand does not exceed `minHandPresenceConfidence`.
    case presence(Float)
    /// The landmarks are those of an earlier hand.
    case repeated
  }

  /// The candidate.
  public let candidate: HandCandidate
  /// Why there is no hand in the result.
  public let rule: Rule

  /// A removed candidate from its components.
  public init(candidate: HandCandidate, rule: Rule) {
    self.candidate = candidate
    self.rule = rule
  }
}

// MARK: From the tracker

extension HandCandidate {
  init(_ candidate: RegionCandidate) {
    self.init(region: candidate.region, origin: HandOrigin(candidate.origin), tile: candidate.tile?.region)
  }
}

extension HandOrigin {
  init(_ origin: RegionOrigin) {
    self =
      switch origin {
      case .detected(let box): .detected(PalmBox(box))
      case .followed(let index): .followed(hand: index)
      case .given: .given
      }
  }
}

extension RemovedCandidate.Rule {
  init(_ rule: RemovalRule) {
    self =
      switch rule {
      case .refused(.score): .palmScore
      case .refused(.outsideRegion): .outsideRegion
      case .limit: .handLimit
      case .overlap: .overlap
      case .presence(let presence): .presence(presence)
      case .repeated: .repeated
      }
  }
}
