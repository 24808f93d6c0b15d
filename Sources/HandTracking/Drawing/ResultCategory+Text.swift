import Foundation

extension ResultCategory {
  /// The score with two digits after the point.
  package var roundedScore: String {
    String(format: "%.2f", Double(score))
  }
}
