import MudraPlatform

/// Tells gestures apart by whitened distances to their means, and refuses what is far from all of them.
///
/// The gesture with the nearest mean m_c wins if d² = |z − m_c|² is below the limit τ². The score of gesture c is the
/// softmax of −β d²/2 over the gestures and −β τ²/2 for none, so that it is ½ at the limit.
package struct DistanceHead: Sendable, Hashable {
  /// Where the gestures are.
  package let space: MeanSpace
  /// τ²: the squared distance beyond which a pose is none of the gestures.
  package let squaredLimit: Double
  /// β: how fast the score falls around the limit.
  package let sharpness: Double

  init(space: MeanSpace, squaredLimit: Double, sharpness: Double) {
    self.space = space
    self.squaredLimit = squaredLimit
    self.sharpness = sharpness
  }

  /// The squared distances of an embedding to the gestures' means.
  func squaredDistances(of embedding: [Float]) -> [Double] {
    space.squaredDistances(space.point(embedding))
  }

  /// The score of the most likely gesture of a point with these squared distances to the means.
  func bestScore(_ squaredDistances: [Double]) -> Double {
    // A softmax is the same for any origin; with that of the largest term, none overflows.
    let least = min(squaredDistances.min() ?? squaredLimit, squaredLimit)
    func term(_ squared: Double) -> Double { exp(-sharpness * (squared - least) / 2) }
    let sum = squaredDistances.reduce(term(squaredLimit)) { $0 + term($1) }
    return (squaredDistances.min().map(term) ?? 0) / sum
  }
}

extension DistanceHead: Codable {
  private enum CodingKeys: CodingKey {
    case space, squaredLimit, sharpness
  }

  /// Reads a head, and checks it.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    space = try container.decode(MeanSpace.self, forKey: .space)
    squaredLimit = try container.decode(Double.self, forKey: .squaredLimit)
    sharpness = try container.decode(Double.self, forKey: .sharpness)
    try container.require(squaredLimit.isFinite && squaredLimit > 0, .squaredLimit, "it is not positive")
    try container.require(sharpness.isFinite && sharpness > 0, .sharpness, "it is not positive")
  }
}
