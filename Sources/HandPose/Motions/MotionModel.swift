/// Motions that were learned: their names, the network that tells them apart, and what is known of false alarms.
///
/// `MotionTrainer` of the module `GestureTraining` makes it, and ``HandMotions`` sees its motions in a video.
public struct MotionModel: Sendable {
  /// A motion.
  public struct Motion: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// How many hands make it, 1 or 2.
    public let handCount: Int
    /// How long the examples last, in seconds.
    public let durations: ClosedRange<Double>
    /// How large the examples are on average; ``MotionEvent/amount`` is in this unit.
    let extent: Float

    package init(name: String, handCount: Int, durations: ClosedRange<Double>, extent: Float) {
      self.name = name
      self.handCount = handCount
      self.durations = durations
      self.extent = extent
    }
  }

  /// What a score is worth, as seen in the background when it was left out of the training.
  public struct AlarmPoint: Sendable, Hashable, Codable {
    /// False alarms a minute of each hand that is seen.
    public let falseAlarmsPerMinute: Double
    /// The score from which a motion counts.
    public let score: Float
    /// The share of left-out examples that reach it.
    public let recall: Double

    package init(falseAlarmsPerMinute: Double, score: Float, recall: Double) {
      self.falseAlarmsPerMinute = falseAlarmsPerMinute
      self.score = score
      self.recall = recall
    }
  }

  /// The networks of motions of so many hands.
  package struct Part: Sendable {
    /// The places of its motions in ``MotionModel/motions``.
    package let motions: [Int]
    package let network: MotionNetwork
    /// From few false alarms to many.
    package let curve: [AlarmPoint]
    /// The windows that are looked at, in seconds, short ones first.
    package let windows: [Double]
    /// A movement that is smaller is none of the motions.
    package let leastExtent: Float

    package init(
      motions: [Int], network: MotionNetwork, curve: [AlarmPoint], windows: [Double], leastExtent: Float
    ) {
      self.motions = motions
      self.network = network
      self.curve = curve
      self.windows = windows
      self.leastExtent = leastExtent
    }
  }

  /// The most motions of a model.
  public static let motionLimit = 64
  /// The shortest and the longest window in seconds.
  package static let durations = 0.2...3.2

  /// The motions, in the order of the bytes of their names.
  public let motions: [Motion]
  /// Motions of one hand, and of two.
  package let oneHand: Part?
  package let twoHands: Part?

  package init(motions: [Motion], oneHand: Part?, twoHands: Part?) {
    self.motions = motions
    self.oneHand = oneHand
    self.twoHands = twoHands
  }

  /// What scores are worth, from few false alarms to many; of the motions of one hand, or of two if there are no
  /// others. Empty if it was trained without a background.
  public var curve: [AlarmPoint] { (oneHand ?? twoHands)?.curve ?? [] }
}

extension MotionModel.Part {
  /// The score from which a motion counts without a background.
  package static let scoreWithoutBackground: Float = 0.5

  /// The score at which there are so many false alarms a minute.
  package func threshold(falseAlarmsPerMinute rate: Double) -> Float {
    guard let first = curve.first, let last = curve.last else { return Self.scoreWithoutBackground }
    if rate <= first.falseAlarmsPerMinute { return first.score }
    for (low, high) in zip(curve, curve.dropFirst()) where rate <= high.falseAlarmsPerMinute {
      let width = high.falseAlarmsPerMinute - low.falseAlarmsPerMinute
      let share = width > 0 ? (rate - low.falseAlarmsPerMinute) / width : 0
      return low.score + Float(share) * (high.score - low.score)
    }
    return last.score
  }

  /// Whether a window of this length may be this motion: longer or shorter than the examples within reason.
  package static func isPossible(_ window: Double, _ durations: ClosedRange<Double>) -> Bool {
    window >= 0.55 * durations.lowerBound && window <= 1.25 * durations.upperBound
  }

  /// The windows for examples that last from the one to the other.
  package static func windows(for durations: ClosedRange<Double>) -> [Double] {
    let least = max(0.6 * durations.lowerBound, MotionModel.durations.lowerBound)
    let most = min(1.25 * durations.upperBound, MotionModel.durations.upperBound)
    var windows = [least]
    while let last = windows.last, last * 1.12 < most, windows.count < 16 { windows.append(min(last * 1.3, most)) }
    return windows
  }
}
