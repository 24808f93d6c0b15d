import TFLiteFormat

/// What a training has found out about its examples and its result.
///
/// Each example is compared by its distances with the gestures as they would be without it. With two groups or more,
/// they are learned without its whole group: what to expect of people and light that were not there. With one group,
/// only the example is left out (exactly from its own gesture, and the others have the covariance of all examples), and
/// nothing is known of other people and other light.
public struct GestureReport: Sendable, Hashable, Codable {
  /// A gesture.
  public struct Gesture: Sendable, Hashable, Codable {
    /// Its name.
    public let name: String
    /// The number of examples.
    public let exampleCount: Int
    /// The number of groups, of people or sessions, that the examples are of.
    public let groupCount: Int
    /// The number of pictures that became no examples.
    public let skippedCount: Int
    /// Of the examples that look like this gesture, the share that is; 0 without such examples.
    public let precision: Double
    /// Of the examples of this gesture, the share that looks like it and is within the limit.
    public let recall: Double
  }

  /// Where the limit comes from beyond which a pose is none of the gestures.
  public struct Limit: Sendable, Hashable, Codable {
    /// What the limit was taken from.
    public enum Source: String, Sendable, Hashable, Codable {
      /// From how far examples are from their gesture without them.
      case examples
      /// From how far the examples of a group are from their gesture without the group.
      case groups
      /// From how far the gestures are apart, since the examples are too much alike.
      case otherGestures
      /// From how far drawn hands are from the only gesture, since the examples are too much alike.
      case drawnPoses
    }

    /// What the limit was taken from: the greater one of the two below.
    public let source: Source
    /// The limit that examples or groups alone would have, in units of the chosen one; nil if they say nothing.
    public let ofExamples: Double?
    /// The least limit that other gestures or drawn hands allow, in units of the chosen one; nil without any.
    public let ofOthers: Double?
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

  /// What became of the other poses that come with the library.
  public struct OtherPoseUse: Sendable, Hashable, Codable {
    /// How many there are.
    public let count: Int
    /// How many are within the limit of a gesture, by distances: what a distance head accepts. A softmax head does not
    /// learn from them, since they may be that gesture.
    public let withinLimit: Int
    /// How many of the rest are taken for a gesture.
    public let accepted: Int
  }

  /// What a distance head with another limit would keep and accept.
  public struct RejectPoint: Sendable, Hashable, Codable {
    /// The limit in units of the one that was chosen.
    public let relativeLimit: Double
    /// The share of examples within it of their own gesture.
    public let keptShare: Double
    /// The share of examples within it of another gesture than their own: what would be accepted of poses like those
    /// that are known, if they were not. Nil with a single gesture.
    public let strangersAccepted: Double?
    /// The share of other poses within it of a gesture; nil if there are none.
    public let backgroundAccepted: Double?
  }

  /// Examples and other poses whose best scores are alike.
  public struct CalibrationBin: Sendable, Hashable, Codable {
    /// The lowest score; the highest is a tenth more.
    public let lowestScore: Double
    /// How many there are.
    public let count: Int
    /// The mean of their scores.
    public let meanScore: Double
    /// The share whose best gesture is their own, never that of other poses. Scores are calibrated if the two agree.
    public let rightShare: Double
  }

  /// The number of examples below which a gesture is not learned well.
  public static let sufficientExampleCount = 5

  /// The gestures.
  public let gestures: [Gesture]
  /// The number of groups, of people or sessions. With one, nothing is known of others.
  public let groupCount: Int
  /// Whether each example was compared with gestures learned without its group; otherwise, without the example only.
  public let isByGroup: Bool
  /// How many examples could be compared: all but those without which nothing would be known of their gesture.
  public let comparedCount: Int
  /// Where the limit of distances comes from.
  public let limit: Limit
  /// Of the compared examples, the share whose nearest gesture is their own; 0 without any.
  public let accuracy: Double
  /// Of the compared examples, the share within the limit of their own gesture; 0 without any.
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
  /// What became of the other poses that come with the library; nil if the options do not ask for them.
  public let otherPoses: OtherPoseUse?
  /// What other limits of distances would keep and accept, smallest first.
  public let rejectCurve: [RejectPoint]
  /// How far scores of distances can be believed, lowest first.
  public let calibration: [CalibrationBin]
  /// The pictures that became no examples, by their sources.
  public let skipped: [GestureDataset.SkippedPicture]
  /// The pictures whose hand was only found with a border, by their sources.
  public let bordered: [String]

  /// The gestures with few examples.
  public var scarceGestures: [String] {
    gestures.filter { $0.exampleCount < Self.sufficientExampleCount }.map(\.name)
  }
}
