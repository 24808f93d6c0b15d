import Foundation

/// What the ratios of several models come to: their geometric mean, and the least of them.
package struct RatioSummary {
  /// How many models have a ratio.
  package private(set) var count = 0
  /// The model with the least ratio; nil without models.
  package private(set) var least: (model: String, ratio: Double)?
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
  }

  /// The geometric mean: twice as fast and half as fast cancel out. Nil without models.
  package var geometricMean: Double? { count > 0 ? exp(sumOfLogarithms / Double(count)) : nil }

  /// The figures for a report: against whom, and the numbers.
  func figures(against peer: String) -> [Figure] {
    guard let geometricMean, let least else { return [] }
    return [
      Figure("geometric mean of \(count) models against \(peer)", geometricMean, "×"),
      Figure("the least of them, \(least.model), against \(peer)", least.ratio, "×"),
    ]
  }
}
