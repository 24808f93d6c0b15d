import Foundation

/// Which classes of a classifier count.
public final class ClassifierOptions: NSObject, NSCopying {
  /// The language of display names; nil means "en". Gestures are reported without display names.
  public var displayNamesLocale: String?
  /// How many classes are kept, the best first; all if it is not positive. A gesture is the best class alone, so this
  /// has no visible effect.
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
