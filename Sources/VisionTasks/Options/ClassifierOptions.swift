#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// The classes of a classifier to report.
public final class ClassifierOptions: NSObject, NSCopying {
  /// The language of display names; nil means "en". Display names are not used yet.
  public var displayNamesLocale: String?
  /// The number of classes to keep, best first; all if it is not positive. A task that reports only the best class
  /// ignores it.
  public var maxResults = -1
  /// Classes with a lower score are dropped. With 0 or less, the model's threshold applies, if it has one.
  public var scoreThreshold: Float = 0
  /// Only these classes are reported, if it is neither nil nor empty. Unknown names are ignored; if all are, so is the
  /// list.
  public var categoryAllowlist: [String]?
  /// These classes are not reported. An allow list takes precedence over it.
  public var categoryDenylist: [String]?

  /// The default options: every class is reported.
  public override init() {}

  #if !hasFeature(Embedded)
    /// An independent copy.
    public func copy(with zone: NSZone? = nil) -> Any {
      copied()
    }
  #endif

  /// An independent copy, as its own type.
  package func copied() -> ClassifierOptions {
    let copy = ClassifierOptions()
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }
}

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

  /// The options of a task.
  public var options: ClassifierOptions {
    let options = ClassifierOptions()
    options.scoreThreshold = scoreThreshold
    options.categoryAllowlist = allowList
    options.categoryDenylist = denyList
    return options
  }

  /// Checks the options named `name`.
  package init(_ options: ClassifierOptions?, name: String) throws(TaskError) {
    self.init()
    guard let options else { return }
    guard !options.scoreThreshold.isNaN else {
      throw .invalidThreshold(name: "\(name).scoreThreshold", value: options.scoreThreshold)
    }
    scoreThreshold = options.scoreThreshold
    allowList = options.categoryAllowlist ?? []
    denyList = options.categoryDenylist ?? []
  }

  /// True if there is a list, so that the classifier must have labels.
  package var hasList: Bool {
    !allowList.isEmpty || !denyList.isEmpty
  }
}
