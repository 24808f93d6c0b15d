import TFLiteFormat
import VisionCore

/// Picks the best class of a classifier among those that its options allow.
package struct CategoryFilter: Sendable {
  private let labels: [String]
  private let isAdmitted: [Bool]
  private let scoreThreshold: Float?
  private let classifier: HandGesture.Classifier

  /// A filter for a classifier with `labels`, one per class.
  ///
  /// - A non-empty allow list takes precedence over the deny list. Unknown names are ignored; if every name of the
  ///   effective list is unknown, no list applies.
  /// - `options.scoreThreshold` applies if it is above 0; otherwise the model's threshold, if it has one.
  /// - `options.maxResults` has no effect here: only the best class is taken.
  package init(
    labels: [String], options: ClassifierSettings, modelThreshold: Float?,
    classifier: HandGesture.Classifier = .canned
  ) {
    self.classifier = classifier
    self.labels = labels
    let usesAllowList = !options.allowList.isEmpty
    let listed = Set((usesAllowList ? options.allowList : options.denyList).map(NameKey.init))
    let isListed = labels.map { listed.contains(NameKey($0)) }
    isAdmitted = isListed.contains(true) ? isListed.map { $0 == usesAllowList } : isListed.map { _ in true }
    scoreThreshold = options.scoreThreshold > 0 ? options.scoreThreshold : modelThreshold
  }

  /// The best class; nil if none is allowed.
  ///
  /// It is the one with the highest score, the first among equals. If no score is above 0, it has no name and score 0.
  /// - Precondition: there is one score per label.
  package func best(of scores: UnsafeBufferPointer<Float>) -> HandGesture? {
    precondition(scores.count == labels.count, "one score a label")
    var isEmpty = true
    var best = HandGesture(name: "", score: 0, classifier: classifier)
    for (index, score) in scores.enumerated() where isAdmitted[index] {
      if let scoreThreshold, score < scoreThreshold { continue }
      isEmpty = false
      if score > best.score {
        best = HandGesture(name: labels[index], score: score, classifier: classifier)
      }
    }
    return isEmpty ? nil : best
  }
}
