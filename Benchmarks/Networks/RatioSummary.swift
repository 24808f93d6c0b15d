import Foundation

/// What the ratios of several models come to: their geometric mean, the least and the largest of them.
package struct RatioSummary {
  /// How many models have a ratio.
  package private(set) var count = 0
  /// The model with the least ratio; nil without models.
  package private(set) var least: (model: String, ratio: Double)?
  /// The model with the largest ratio; nil without models.
  package private(set) var largest: (model: String, ratio: Double)?
  private var sumOfLogarithms = 0.0

  /// A summary of no models.
  package init() {}

  /// Adds how many times as fast a model is.
  ///
  /// - Precondition: the ratio is positive.
  package mutating func add(_ ratio: Double, of model: String) {
    precondition(ratio > 0, "a ratio is positive")
    count += 1
    sumOfLogarithms += log(ratio)
    if ratio < least?.ratio ?? .infinity { least = (model, ratio) }
    if ratio > largest?.ratio ?? 0 { largest = (model, ratio) }
  }

  /// The geometric mean: twice as fast and half as fast cancel out. Nil without models.
  package var geometricMean: Double? { count > 0 ? exp(sumOfLogarithms / Double(count)) : nil }

  /// The figures for a report: of what, and the numbers.
  ///
  /// - Parameter isBetterAbove: whether the least ratio is the worst, otherwise the largest.
  func figures(of title: String, isBetterAbove: Bool = true) -> [Figure] {
    guard let geometricMean, let worst = isBetterAbove ? least : largest else { return [] }
    return [
      Figure("\(title), geometric mean of \(count) models", geometricMean, "×"),
      Figure("\(title), \(isBetterAbove ? "least" : "largest"): \(worst.model)", worst.ratio, "×"),
    ]
  }
}
