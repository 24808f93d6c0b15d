import TFLiteFormat

/// Gestures that were learned: their names, what tells them apart, and how sure that is.
///
/// It names embeddings by itself (``decision(for:)``), and becomes a bundle for any task (``GestureBundle``).
public struct TrainedGestures: Sendable, Hashable, Codable {
  /// The names of the gestures, in the order of their bytes.
  public let names: [String]
  /// What tells them apart.
  package let head: GestureHead
  /// The options of the training.
  public let options: GestureTrainingOptions
  /// What is known about the examples and the result.
  public let report: GestureReport
  /// The version of the library that learned them.
  public let libraryVersion: String

  /// The number of values of the embeddings that it names.
  public var embeddingSize: Int { head.embeddingSize }

  /// The score of each gesture, from 0 to 1, in the order of ``names``: how near an embedding is to it.
  ///
  /// - Throws: `GestureTrainingError.embeddingSize` for an embedding of another network than the examples', or
  ///   `.notFinite`.
  public func scores(for embedding: HandEmbedding) throws(GestureTrainingError) -> [Double] {
    try embedding.check(size: head.embeddingSize, source: "the hand")
    return Array(head.scores(embedding.values).dropFirst())
  }

  /// What an embedding shows.
  ///
  /// The bundle's classifier gives the same scores, to rounding.
  /// - Throws: `GestureTrainingError.embeddingSize` for an embedding of another network than the examples', or
  ///   `.notFinite`.
  public func decision(for embedding: HandEmbedding) throws(GestureTrainingError) -> GestureDecision {
    try embedding.check(size: head.embeddingSize, source: "the hand")
    let scores = head.scores(embedding.values)
    let gestures = scores.dropFirst()
    let best = gestures.indices.max { scores[$0] < scores[$1] } ?? 1
    let isAccepted = scores[best] >= Double(GestureHead.scoreThreshold)
    var distance: Double?
    if case .distance(let head) = head {
      let nearest = head.squaredDistances(of: embedding.values).min() ?? .infinity
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

extension TrainedGestures {
  /// Reads gestures, and checks that names and head fit together.
  ///
  /// - Throws: `DecodingError`, or `GestureTrainingError` for names or options that cannot be.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    names = try container.decode([String].self, forKey: .names)
    head = try container.decode(GestureHead.self, forKey: .head)
    options = try container.decode(GestureTrainingOptions.self, forKey: .options)
    report = try container.decode(GestureReport.self, forKey: .report)
    libraryVersion = try container.decode(String.self, forKey: .libraryVersion)
    for name in names { try GestureName.check(name) }
    try options.check()
    let sorted = try GestureName.sorted(Set(names.map(NameKey.init)))
    try container.require(
      sorted.count == names.count && zip(sorted, names).allSatisfy { $0.hasSameBytes(as: $1) }, .names,
      "the names are not in the order of their bytes")
    try container.require(
      head.gestureCount == names.count, .head, "the head has \(head.gestureCount) gestures, expected \(names.count)")
    try container.require(head.isRepresentable, .head, "a number is too large")
  }
}
