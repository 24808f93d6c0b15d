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

extension ClassifierSettings {
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
}
