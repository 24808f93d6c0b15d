import HandPose
import TFLiteFormat

/// Motions that were learned, and what is known of them.
public struct TrainedMotions: Sendable {
  /// What sees them.
  public let model: MotionModel
  /// What is known of them.
  public let report: MotionReport
  /// The version of the library that learned them.
  public let libraryVersion: String
}

/// What a training has found out about motions.
///
/// Examples and background are left out in turn, and run as a video through what was learned from the rest: with two
/// groups or more, whole groups of examples are left out.
public struct MotionReport: Sendable, Hashable, Codable {
  /// A motion.
  public struct Motion: Sendable, Hashable, Codable {
    /// Its name.
    public let name: String
    /// How many hands make it.
    public let handCount: Int
    /// The number of examples.
    public let exampleCount: Int
    /// The number of people or sessions that they are of.
    public let groupCount: Int
    /// The shortest example in seconds.
    public let shortest: Double
    /// The longest example in seconds.
    public let longest: Double
    /// The share of left-out examples that are recognized at one false alarm a minute.
    public let recall: Double
    /// How often it is recognized in the left-out background, a minute, at the same score.
    public let falseAlarmsPerMinute: Double
  }

  /// A motion whose left-out examples are recognized as another one.
  public struct Confusion: Sendable, Hashable, Codable {
    /// What they are.
    public let motion: String
    /// What they look like; nil for nothing.
    public let appearance: String?
    /// How many.
    public let count: Int
  }

  /// The motions, in the order of the bytes of their names.
  public let motions: [Motion]
  /// The share of left-out examples that are recognized, against false alarms a minute. Empty without a background.
  public let curve: [MotionModel.AlarmPoint]
  /// What left-out examples look like, if not themselves.
  public let confusions: [Confusion]
  /// The length of the background in seconds.
  public let backgroundSeconds: Double
  /// Whether whole groups were left out.
  public let isByGroup: Bool
  /// What speaks against relying on it, in words.
  public let notes: [String]

  /// A background that is shorter, in seconds, says little about false alarms.
  public static let sufficientBackground = 60.0

  init(_ set: MotionSet, _ motions: [MotionModel.Motion], _ trials: MotionTrials) {
    let curve = trials.curve()
    let limit =
      curve.first { $0.falseAlarmsPerMinute >= 1 }?.score ?? MotionModel.Part.scoreWithoutBackground
    let minutes = set.backgroundDuration / 60
    var confusions: [Confusion] = []
    self.motions = motions.indices.map { motion in
      let own = trials.trials.filter { set.items[$0.item].motion == motion }
      let items = set.items.filter { $0.motion == motion }
      for other in motions.indices where other != motion {
        let count = own.count { $0.top?.motion == other && ($0.top?.score ?? 0) >= limit }
        if count > 0 {
          confusions.append(Confusion(motion: set.names[motion], appearance: set.names[other], count: count))
        }
      }
      let missed = own.count { ($0.top?.score ?? 0) < limit }
      if missed > 0 { confusions.append(Confusion(motion: set.names[motion], appearance: nil, count: missed)) }
      let alarms = trials.alarms.count { $0.motion == motion && $0.score >= limit }
      return Motion(
        name: set.names[motion], handCount: set.handCounts[motion], exampleCount: items.count,
        groupCount: Set(items.map { NameKey($0.group ?? "") }).count,
        shortest: motions[motion].durations.lowerBound, longest: motions[motion].durations.upperBound,
        recall: own.isEmpty ? 0 : Double(own.count { ($0.score ?? 0) >= limit }) / Double(own.count),
        falseAlarmsPerMinute: minutes > 0 ? Double(alarms) / minutes : 0)
    }
    self.confusions = confusions
    self.curve = curve
    backgroundSeconds = set.backgroundDuration
    isByGroup = set.isByGroup
    notes = Self.notes(self.motions, confusions, seconds: set.backgroundDuration, isByGroup: set.isByGroup)
  }

  private static func notes(
    _ motions: [Motion], _ confusions: [Confusion], seconds: Double, isByGroup: Bool
  ) -> [String] {
    var notes: [String] = []
    for motion in motions where motion.exampleCount < MotionTrainer.sufficientExampleCount {
      notes.append(
        "“\(motion.name.printable)” has \(motion.exampleCount) \(motion.exampleCount == 1 ? "example" : "examples"): "
          + "expect that many are missed; 3 are a start, 5 are better.")
    }
    if seconds <= 0 {
      notes.append(
        "There is no background: nothing is known of false alarms, and ordinary movement will be taken for motions. "
          + "Record a minute or more of anything else.")
    } else if seconds < sufficientBackground {
      notes.append(
        "The background lasts \(Int(seconds)) s: false alarms were estimated from little; a minute or more is better.")
    }
    for confusion in confusions {
      guard let appearance = confusion.appearance,
        let count = motions.first(where: { $0.name == confusion.motion })?.exampleCount,
        5 * confusion.count >= 2 * count
      else { continue }
      notes.append(
        "“\(confusion.motion.printable)” and “\(appearance.printable)” look alike: \(confusion.count) of \(count) "
          + "left-out examples of the first are taken for the second.")
    }
    if !isByGroup {
      notes.append("All examples count as one person: nothing is known of other people.")
    }
    return notes
  }
}
