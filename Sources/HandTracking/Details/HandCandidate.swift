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
