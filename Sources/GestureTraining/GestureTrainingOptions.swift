/// Options of a ``GestureTrainer``.
public struct GestureTrainingOptions: Sendable, Hashable, Codable {
  /// How gestures are told apart.
  public enum Method: String, Sendable, Hashable, Codable, CaseIterable {
    /// By the distance to each gesture's mean, with a limit beyond which a pose is none of them. In closed form.
    case distance
    /// By softmax regression with other poses as a class of their own, which takes examples of them.
    case softmax
  }

  /// What examples of other poses there are, which are none of the gestures.
  ///
  /// A softmax head learns from them. A distance head does not need them; the report says how many it would accept.
  public enum Background: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dataset's own.
    case own
    /// Those that come with the library (``OtherPoses``); the report tells how many of the dataset's own are accepted.
    case drawn
    /// The dataset's own and those that come with the library.
    case both
  }

  /// How gestures are told apart.
  public var method: Method
  /// What examples of other poses there are.
  public var background: Background
  /// The share of a gesture's own poses that the limit of distances should keep, from 0.6 to 0.999. More of them means
  /// that more other poses are accepted, too.
  public var keptShare: Double
  /// The weight of the squared weights of a softmax head, from 1e-6 to 100.
  public var regularization: Double

  /// The default options.
  public init(
    method: Method = .distance, keptShare: Double = 0.95, regularization: Double = 0.01,
    background: Background = .own
  ) {
    self.method = method
    self.background = background
    self.keptShare = keptShare
    self.regularization = regularization
  }

  /// Throws for an option that is out of its range or no number.
  package func check() throws(GestureTrainingError) {
    for (name, value, range) in [
      ("keptShare", keptShare, 0.6...0.999), ("regularization", regularization, 1e-6...100),
    ] where !range.contains(value) {
      throw .invalidOption(name: name, value: value, expected: range)
    }
  }

  /// Reads options that were written as JSON or otherwise; without a `background`, it is ``Background/own``.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    method = try container.decode(Method.self, forKey: .method)
    keptShare = try container.decode(Double.self, forKey: .keptShare)
    regularization = try container.decode(Double.self, forKey: .regularization)
    background = try container.decodeIfPresent(Background.self, forKey: .background) ?? .own
  }
}
