import VisionTasks

/// Which gestures of a classifier are reported. In JSON, keys that are left out have their default.
public struct GestureFilter: Sendable, Hashable, Codable {
  /// The lowest score, from 0 to 1; with 0, the model's own.
  public var scoreThreshold: Float = 0
  /// Only these, if there are any.
  public var allow: [String] = []
  /// Not these; has no effect beside `allow`.
  public var deny: [String] = []
  /// The most gestures of a hand. As in MediaPipe, only the best is reported, whatever it is.
  public var maxResults = -1

  /// All gestures.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case scoreThreshold, allow, deny, maxResults
  }

  /// Reads a filter.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    scoreThreshold = try values.decodeIfPresent(Float.self, forKey: .scoreThreshold) ?? scoreThreshold
    allow = try values.decodeIfPresent([String].self, forKey: .allow) ?? allow
    deny = try values.decodeIfPresent([String].self, forKey: .deny) ?? deny
    maxResults = try values.decodeIfPresent(Int.self, forKey: .maxResults) ?? maxResults
  }

  /// The library's options.
  var options: ClassifierOptions {
    let options = ClassifierOptions()
    options.scoreThreshold = scoreThreshold
    options.categoryAllowlist = allow
    options.categoryDenylist = deny
    options.maxResults = maxResults
    return options
  }
}
