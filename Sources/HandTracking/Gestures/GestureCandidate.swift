/// What one classifier says about a hand.
package struct GestureCandidate: Sendable, Hashable {
  /// The label of the class; empty where there is none.
  package let name: String
  /// The probability of the class.
  package let score: Float

  /// A candidate from its parts.
  package init(name: String, score: Float) {
    self.name = name
    self.score = score
  }

  /// True for the label that says "no gesture".
  package var isBackground: Bool {
    name == ModelConstants.Gestures.background
  }

  /// The category that is reported: a gesture has neither an index nor a display name.
  package var category: ResultCategory {
    ResultCategory(index: -1, score: score, categoryName: name.isEmpty ? nil : name, displayName: nil)
  }

  /// The gesture that two classifiers agree on, asked in their order: the first that is not background, else the first
  /// background, else nil.
  package static func combined(_ first: GestureCandidate?, _ second: GestureCandidate?) -> GestureCandidate? {
    guard let first else { return second }
    guard first.isBackground, let second, !second.isBackground else { return first }
    return second
  }
}
