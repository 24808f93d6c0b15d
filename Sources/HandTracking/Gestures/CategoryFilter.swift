import TFLiteFormat
import VisionTasks

/// Picks the best class of a classifier among those that its options allow.
package struct CategoryFilter: Sendable {
  private let labels: [String]
  private let isAdmitted: [Bool]
  private let scoreThreshold: Float?

  /// A filter for a classifier with `labels`, one per class.
  ///
  /// - A non-empty allow list takes precedence over the deny list. Unknown names are ignored; if every name of the
  ///   effective list is unknown, no list applies.
  /// - `options.scoreThreshold` applies if it is above 0; otherwise the model's threshold, if it has one.
  /// - `options.maxResults` has no effect here: only the best class is taken.
  package init(labels: [String], options: ClassifierSettings, modelThreshold: Float?) {
    self.labels = labels
    let allowList = options.allowList ?? []
    let denyList = options.denyList ?? []
    let usesAllowList = !allowList.isEmpty
    let listed = Set((usesAllowList ? allowList : denyList).map(NameKey.init))
    let isListed = labels.map { listed.contains(NameKey($0)) }
    isAdmitted = isListed.contains(true) ? isListed.map { $0 == usesAllowList } : isListed.map { _ in true }
    scoreThreshold = options.scoreThreshold > 0 ? options.scoreThreshold : modelThreshold
  }

  /// The best class; nil if none is allowed.
  ///
  /// It is the one with the highest score, the first among equals. If no score is above 0, it has no name and score 0.
  /// - Precondition: there is one score per label.
  package func best(of scores: UnsafeBufferPointer<Float>) -> GestureCandidate? {
    precondition(scores.count == labels.count, "one score a label")
    var isEmpty = true
    var best = GestureCandidate(name: "", score: 0)
    for (index, score) in scores.enumerated() where isAdmitted[index] {
      if let scoreThreshold, score < scoreThreshold { continue }
      isEmpty = false
      if score > best.score {
        best = GestureCandidate(name: labels[index], score: score)
      }
    }
    return isEmpty ? nil : best
  }
}

/// What one classifier says about a hand.
package struct GestureCandidate: Sendable, Hashable {
  /// The label of the class; empty if there is none.
  package let name: String
  /// The probability of the class.
  package let score: Float

  /// A candidate from its components.
  package init(name: String, score: Float) {
    self.name = name
    self.score = score
  }

  /// True for the label that says "no gesture".
  package var isBackground: Bool {
    name.hasSameBytes(as: ModelConstants.Gestures.background)
  }

  /// The category that is reported: a gesture has neither an index nor a display name.
  package var category: ResultCategory {
    ResultCategory(index: -1, score: score, categoryName: name.isEmpty ? nil : name, displayName: nil)
  }

  /// The gesture from two classifiers, in order: the first that is not background, otherwise the first background,
  /// otherwise nil.
  package static func combined(_ first: GestureCandidate?, _ second: GestureCandidate?) -> GestureCandidate? {
    guard let first else { return second }
    guard first.isBackground, let second, !second.isBackground else { return first }
    return second
  }
}
