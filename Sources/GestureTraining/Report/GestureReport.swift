import TFLiteFormat

/// What a training has found out about its examples and its result.
///
/// Each example is compared with the gestures as they would be without it (leave one out), by its distances: exactly to
/// its own gesture, and to the others with the covariance of all examples.
public struct GestureReport: Sendable, Hashable, Codable {
  /// A gesture.
  public struct Gesture: Sendable, Hashable, Codable {
    /// Its name.
    public let name: String
    /// The number of examples.
    public let exampleCount: Int
    /// The number of pictures that became no examples.
    public let skippedCount: Int
    /// Of the examples that look like this gesture, the share that is; 0 without such examples.
    public let precision: Double
    /// Of the examples of this gesture, the share that looks like it and is within the limit.
    public let recall: Double
  }

  /// How many examples of a gesture look like a gesture.
  public struct Confusion: Sendable, Hashable, Codable {
    /// What they are.
    public let gesture: String
    /// What they look like; nil if they are refused.
    public let appearance: String?
    /// How many.
    public let count: Int
  }

  /// An example that looks like another gesture: its label may be wrong.
  public struct Doubt: Sendable, Hashable, Codable {
    /// The picture or line.
    public let source: String
    /// Its gesture.
    public let gesture: String
    /// The gesture that it looks like.
    public let appearance: String
    /// How often nearer it is to that: the distance to its own gesture divided by the distance to the other.
    public let ratio: Double
  }

  /// Two gestures.
  public struct Pair: Sendable, Hashable, Codable {
    /// The name of one.
    public let first: String
    /// The name of the other.
    public let second: String
    /// The distance of their means in units of the limit. Below 1, they overlap.
    public let relativeDistance: Double
  }

  /// A canned gesture that a gesture takes the place of.
  public struct Takeover: Sendable, Hashable, Codable {
    /// The gesture.
    public let gesture: String
    /// The canned gesture.
    public let cannedGesture: String
    /// How many examples of the gesture are that canned gesture to the bundle's own classifier.
    public let count: Int
  }

  /// The number of examples below which a gesture is not learned well.
  public static let sufficientExampleCount = 5

  /// The gestures.
  public let gestures: [Gesture]
  /// The share of examples whose nearest gesture is their own.
  public let accuracy: Double
  /// The share of examples within the limit of their own gesture.
  public let keptShare: Double
  /// What the examples look like; pairs that do not occur are left out.
  public let confusions: [Confusion]
  /// Examples that look like another gesture, worst first.
  public let doubts: [Doubt]
  /// The two gestures that are most alike; nil if there is only one.
  public let nearestPair: Pair?
  /// Canned gestures that will no longer be seen where a gesture is.
  public let takeovers: [Takeover]
  /// The number of examples of other poses.
  public let backgroundCount: Int
  /// How many of them are taken for a gesture.
  public let backgroundAccepted: Int
  /// The pictures that became no examples, by their sources.
  public let skipped: [GestureDataset.SkippedPicture]
  /// The pictures whose hand was only found with a border, by their sources.
  public let bordered: [String]

  /// The gestures with few examples.
  public var scarceGestures: [String] {
    gestures.filter { $0.exampleCount < Self.sufficientExampleCount }.map(\.name)
  }
}
