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
