/// The classes of a classifier to report, as a value. In JSON, keys that are left out have their default.
public struct ClassifierSettings: Sendable, Hashable, Codable {
  /// Classes with a lower score are dropped; the model's threshold applies if this is not above 0.
  public var scoreThreshold: Float
  /// Only these classes are reported, if there are any.
  public var allowList: [String]
  /// These classes are not reported. An allow list takes precedence.
  public var denyList: [String]

  private enum CodingKeys: String, CodingKey {
    case scoreThreshold
    case allowList = "allow"
    case denyList = "deny"
  }

  /// Settings from their components; by default, every class is reported.
  public init(scoreThreshold: Float = 0, allowList: [String] = [], denyList: [String] = []) {
    self.scoreThreshold = scoreThreshold
    self.allowList = allowList
    self.denyList = denyList
  }

  #if !hasFeature(Embedded)
    /// Reads what the keys say; those that are left out have their default.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init()
      try values.read(.scoreThreshold, into: &scoreThreshold)
      try values.read(.allowList, into: &allowList)
      try values.read(.denyList, into: &denyList)
    }
  #endif

  /// True if there is a list, so that the classifier must have labels.
  package var hasList: Bool {
    !allowList.isEmpty || !denyList.isEmpty
  }
}
