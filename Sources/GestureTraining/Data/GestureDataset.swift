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
    /// The person or the session that it is of; nil if nothing is known of it.
    public let group: String?
    /// How the hand is seen; nil if nothing is known of it.
    public let view: HandView?
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
  public internal(set) var examples: [Example] = []
  /// The pictures that became no examples.
  public internal(set) var skipped: [SkippedPicture] = []
  /// The sources of examples that were only found with a border around the picture.
  public internal(set) var bordered: [String] = []
  /// The options that a bundle was trained with, whose saved examples these are; nil if they were not saved.
  public internal(set) var options: GestureTrainingOptions?

  /// A dataset without examples.
  public init() {}

  /// Adds an example of a gesture.
  ///
  /// - Parameters:
  ///   - embedding: the hand.
  ///   - gesture: the name of the gesture, with any Unicode but control characters; nil, `None` or `none` for a pose
  ///     that is none of the gestures.
  ///   - source: where the hand was found, for reports.
  ///   - group: the person or the session that the hand is of. With two or more, limits and reports say how gestures
  ///     that were learned without a group are seen in it: what to expect of other people and other light.
  ///   - view: how the hand is seen.
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have, and for an embedding whose values are not
  ///   finite, too many, or not as many as those of earlier examples.
  public mutating func add(
    _ embedding: HandEmbedding, gesture: String?, source: String = "", group: String? = nil, view: HandView? = nil
  ) throws(GestureTrainingError) {
    let gesture = try Self.checked(gesture)
    let size = min(max(embedding.values.count, 1), HandEmbedding.sizeLimit)
    try embedding.check(size: examples.first?.embedding.values.count ?? size, source: source)
    examples.append(Example(embedding: embedding, gesture: gesture, source: source, group: group, view: view))
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

  /// Removes the examples of a gesture that are of a group.
  mutating func remove(gesture: String, group: String) {
    examples.removeAll { example in
      (example.gesture.map(gesture.hasSameBytes) ?? false) && (example.group.map(group.hasSameBytes) ?? false)
    }
  }

  private static func checked(_ gesture: String?) throws(GestureTrainingError) -> String? {
    guard let gesture, !GestureName.isBackground(gesture) else { return nil }
    try GestureName.check(gesture)
    return gesture
  }

  // MARK: Coding

  private enum CodingKeys: String, CodingKey {
    case examples, skipped, bordered
    /// Projects of the studio have options of their own.
    case options = "training"
  }

  /// Reads a dataset that `encode(to:)` wrote, with all checks of `add(_:gesture:source:)`.
  ///
  /// - Throws: `DecodingError`, or `GestureTrainingError` for examples or options that cannot be used.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for example in try container.decode([Example].self, forKey: .examples) {
      try add(
        example.embedding, gesture: example.gesture, source: example.source, group: example.group, view: example.view)
    }
    for picture in try container.decode([SkippedPicture].self, forKey: .skipped) {
      try skip(picture.source, gesture: picture.gesture, fault: picture.fault)
    }
    bordered = try container.decode([String].self, forKey: .bordered)
    options = try container.decodeIfPresent(GestureTrainingOptions.self, forKey: .options)
    try options?.check()
  }
}
