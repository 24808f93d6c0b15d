/// Options of a ``GestureTrainer``.
public struct GestureTrainingOptions: Sendable, Hashable, Codable {
  /// How gestures are told apart.
  public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
    /// By the distance to each gesture's mean, with a limit beyond which a pose is none of them. In closed form.
    case distance
    /// By softmax regression with other poses as a class of their own, which takes examples of them.
    case softmax
  }

  /// How gestures are told apart.
  public var method: Method
  /// The share of a gesture's own poses that the limit of distances should keep, from 0.6 to 0.999. More of them means
  /// that more other poses are accepted, too.
  public var keptShare: Double
  /// The weight of the squared weights of a softmax head, from 1e-6 to 100.
  public var regularization: Double

  /// The default options.
  public init(method: Method = .distance, keptShare: Double = 0.95, regularization: Double = 0.01) {
    self.method = method
    self.keptShare = keptShare
    self.regularization = regularization
  }

  /// Throws for an option that is out of its range or no number.
  func check() throws(GestureTrainingError) {
    for (name, value, range) in [
      ("keptShare", keptShare, 0.6...0.999), ("regularization", regularization, 1e-6...100),
    ] where !range.contains(value) {
      throw .invalidOption(name: name, value: value, expected: range)
    }
  }
}
