import Foundation

/// Which classes of a classifier count.
public final class ClassifierOptions: NSObject, NSCopying {
  /// The language of display names; nil means "en". Nobody asks for display names yet.
  public var displayNamesLocale: String?
  /// How many classes are kept, the best first; all if it is not positive. A task that reports the best class
  /// alone does not look at it.
  public var maxResults = -1
  /// Classes with a lower score are dropped. With 0 or less the threshold of the model is in force, if it has one.
  public var scoreThreshold: Float = 0
  /// Only these classes count, if it is neither nil nor empty. Unknown names are ignored; if all are, so is the list.
  public var categoryAllowlist: [String]?
  /// These classes do not count. An allow list wins over it.
  public var categoryDenylist: [String]?

  /// The default options: every class counts.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    copied()
  }

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

/// The options of a classifier as a value: what a task keeps of them.
package struct ClassifierSettings: Sendable, Hashable {
  /// Classes with a lower score are dropped; the model's threshold is in force if this is not above 0.
  package var scoreThreshold: Float
  /// Only these classes count, if not empty.
  package var allowList: [String]?
  /// These classes do not count.
  package var denyList: [String]?

  /// Settings from their parts; by default every class counts.
  package init(scoreThreshold: Float = 0, allowList: [String]? = nil, denyList: [String]? = nil) {
    self.scoreThreshold = scoreThreshold
    self.allowList = allowList
    self.denyList = denyList
  }

  /// Checks the options named `name`.
  package init(_ options: ClassifierOptions?, name: String) throws(TaskError) {
    self.init()
    guard let options else { return }
    guard !options.scoreThreshold.isNaN else {
      throw .invalidThreshold(name: "\(name).scoreThreshold", value: options.scoreThreshold)
    }
    scoreThreshold = options.scoreThreshold
    allowList = options.categoryAllowlist
    denyList = options.categoryDenylist
  }

  /// True if there is a list, so that the classifier must have labels.
  package var hasList: Bool {
    !(allowList ?? []).isEmpty || !(denyList ?? []).isEmpty
  }
}
