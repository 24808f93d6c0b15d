/// A class with its score.
public struct ResultCategory: Sendable, Hashable, Codable {
  /// The index of the class, or −1 if it has none.
  public let index: Int
  /// The probability of the class.
  public let score: Float
  /// The name of the class; nil if the model has none.
  public let categoryName: String?
  /// The name to display; nil if there is none.
  public let displayName: String?

  /// A category from its components.
  public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
    self.index = index
    self.score = score
    self.categoryName = categoryName
    self.displayName = displayName
  }
}
