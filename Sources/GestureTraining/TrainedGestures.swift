/// Gestures that were learned: their names, what tells them apart, and how sure that is.
///
/// It names embeddings by itself (``decision(for:)``), and becomes a bundle for any task (``GestureBundle``).
public struct TrainedGestures: Sendable, Hashable, Codable {
  /// The names of the gestures, in the order of their bytes.
  public let names: [String]
  /// What tells them apart.
  public let head: GestureHead
  /// The options of the training.
  public let options: GestureTrainingOptions
  /// What is known about the examples and the result.
  public let report: GestureReport
  /// The version of the library that learned them.
  public let libraryVersion: String

  /// What an embedding shows.
  ///
  /// The bundle's classifier gives the same scores, to rounding.
  /// - Precondition: the embedding is of the same embedder as the examples.
  public func decision(for embedding: HandEmbedding) -> GestureDecision {
    let scores = head.scores(embedding.values)
    let gestures = scores.dropFirst()
    let best = gestures.indices.max { scores[$0] < scores[$1] } ?? 1
    let isAccepted = scores[best] >= Double(GestureHead.scoreThreshold)
    var distance: Double?
    if case .distance(let head) = head {
      let nearest = head.squaredDistances(head.point(embedding.values)).min() ?? .infinity
      distance = (nearest / head.squaredLimit).squareRoot()
    }
    return GestureDecision(
      name: isAccepted ? names[best - 1] : nil, nearest: names[best - 1], score: scores[best],
      relativeDistance: distance)
  }
}

/// What an embedding shows, and why.
public struct GestureDecision: Sendable, Hashable, Codable {
  /// The name of the gesture; nil for none.
  public let name: String?
  /// The gesture that is most likely, also if it is refused.
  public let nearest: String
  /// Its score, from 0 to 1. It counts from 0.5.
  public let score: Double
  /// The distance to its mean in units of the limit: a pose beyond 1 is none of the gestures. Nil without distances.
  public let relativeDistance: Double?
}
