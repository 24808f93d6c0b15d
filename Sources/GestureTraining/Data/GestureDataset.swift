import TFLiteFormat

/// Examples of gestures: hands and what they show.
///
/// The order of examples does not matter to training.
public struct GestureDataset: Sendable, Hashable, Codable {
  /// A hand and what it shows.
  public struct Example: Sendable, Hashable, Codable {
    /// The hand.
    public let embedding: HandEmbedding
    /// The name of the gesture; nil for a pose that is none.
    public let gesture: String?
    /// Where the hand was found, for reports: a path, a line, or empty.
    public let source: String
  }

  /// A picture that became no example.
  public struct SkippedPicture: Sendable, Hashable, Codable {
    /// Its path or line.
    public let source: String
    /// What it was meant to show; nil for none of the gestures.
    public let gesture: String?
    /// Why it cannot be read; nil if no hand was found.
    public let fault: String?
  }

  /// The examples.
  public private(set) var examples: [Example] = []
  /// The pictures that became no examples.
  public private(set) var skipped: [SkippedPicture] = []
  /// The sources of examples that were only found with a border around the picture.
  public private(set) var bordered: [String] = []

  /// A dataset without examples.
  public init() {}

  /// Adds an example of a gesture.
  ///
  /// - Parameters:
  ///   - embedding: the hand.
  ///   - gesture: the name of the gesture, with any Unicode but control characters; nil, `None` or `none` for a pose
  ///     that is none of the gestures.
  ///   - source: where the hand was found, for reports.
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have, and for an embedding whose values are not
  ///   finite or not as many as those of earlier examples.
  public mutating func add(
    _ embedding: HandEmbedding, gesture: String?, source: String = ""
  ) throws(GestureTrainingError) {
    let gesture = try Self.checked(gesture)
    guard embedding.values.allSatisfy(\.isFinite) else { throw .notFinite(source: source) }
    let expected = examples.first?.embedding.values.count ?? embedding.values.count
    guard embedding.values.count == expected, expected > 0 else {
      throw .embeddingSize(source: source, found: embedding.values.count, expected: max(expected, 1))
    }
    examples.append(Example(embedding: embedding, gesture: gesture, source: source))
  }

  /// Adds what an embedder found in a picture; a picture without a hand is noted in ``skipped``.
  ///
  /// - Throws: `GestureTrainingError`, as `add(_:gesture:source:)`.
  public mutating func add(
    _ finding: HandEmbedder.Finding?, gesture: String?, source: String
  ) throws(GestureTrainingError) {
    guard let finding else { return try skip(source, gesture: gesture, fault: nil) }
    try add(finding.embedding, gesture: gesture, source: source)
    if finding.neededBorder { bordered.append(source) }
  }

  /// Notes a picture that became no example.
  ///
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have.
  public mutating func skip(_ source: String, gesture: String?, fault: String?) throws(GestureTrainingError) {
    skipped.append(SkippedPicture(source: source, gesture: try Self.checked(gesture), fault: fault))
  }

  /// Removes everything about a gesture.
  public mutating func remove(gesture: String) {
    let sources = Set(examples.filter { $0.gesture.map(gesture.hasSameBytes) ?? false }.map(\.source))
    examples.removeAll { $0.gesture.map(gesture.hasSameBytes) ?? false }
    skipped.removeAll { $0.gesture.map(gesture.hasSameBytes) ?? false }
    bordered.removeAll(where: sources.contains)
  }

  private static func checked(_ gesture: String?) throws(GestureTrainingError) -> String? {
    guard let gesture, !GestureName.isBackground(gesture) else { return nil }
    try GestureName.check(gesture)
    return gesture
  }

  // MARK: Coding

  private enum CodingKeys: CodingKey {
    case examples, skipped, bordered
  }

  /// Reads a dataset that `encode(to:)` wrote, with all checks of `add(_:gesture:source:)`.
  ///
  /// - Throws: `DecodingError`, or `GestureTrainingError` for examples that cannot be used.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for example in try container.decode([Example].self, forKey: .examples) {
      try add(example.embedding, gesture: example.gesture, source: example.source)
    }
    for picture in try container.decode([SkippedPicture].self, forKey: .skipped) {
      try skip(picture.source, gesture: picture.gesture, fault: picture.fault)
    }
    bordered = try container.decode([String].self, forKey: .bordered)
  }
}
