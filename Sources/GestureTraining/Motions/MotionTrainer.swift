import HandPose
import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// Learns motions from three to five examples of each, and a minute or more of other movements.
///
/// ```swift
/// var trainer = MotionTrainer()
/// for track in swipes { try trainer.add(track, label: "swipe") }
/// trainer.background(minuteOfAnything)
/// let motions = try trainer.trained()
/// try motions.write(to: "my.motions")
/// ```
///
/// An example has the motion once; rest before and after it is cut off. The result depends only on the examples and the
/// background: not on their order, on time or chance.
public struct MotionTrainer: Sendable {
  /// An example.
  struct Example: Sendable {
    let track: MotionTrack
    let label: String
    let group: String?
    let source: String
  }

  /// Fewer examples of a motion than this are little to go by.
  public static let sufficientExampleCount = 3
  /// The most examples of all motions.
  public static let exampleLimit = 4096

  /// The limits on the memory and the time of a training.
  public let limits: ModelLimits
  private(set) var examples: [Example] = []
  private(set) var backgrounds: [(source: String, track: MotionTrack)] = []

  /// A trainer without examples.
  public init(limits: ModelLimits = ModelLimits()) { self.limits = limits }

  /// Adds an example of a motion.
  ///
  /// - Parameters:
  ///   - track: the hands of a clip that shows the motion once, of one hand or of two.
  ///   - label: the name of the motion.
  ///   - group: the person or the session that it is of. With two or more, the report says how motions that were
  ///     learned without a group are seen in it.
  ///   - source: where it is from, for reports.
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have, a track that shows no hand, and too many
  ///   examples.
  public mutating func add(
    _ track: MotionTrack, label: String, group: String? = nil, source: String = ""
  ) throws(GestureTrainingError) {
    try GestureName.check(label)
    guard examples.count < Self.exampleLimit else {
      throw .invalidOption(
        name: "the number of examples", value: Double(examples.count + 1), expected: 1...Double(Self.exampleLimit))
    }
    guard MotionExample(track) != nil else { throw .noMotion(source: source.isEmpty ? label : source) }
    examples.append(Example(track: track, label: label, group: group, source: source))
  }

  /// Adds a stretch of other movements, which are none of the motions: what somebody does who uses no gestures.
  public mutating func background(_ track: MotionTrack, source: String = "") {
    backgrounds.append((source, track))
  }

  /// Learns the motions that were added.
  ///
  /// - Throws: `GestureTrainingError` for examples that do not suffice, names that look the same, too many motions; if
  ///   it would take longer than the limits; and if the caller's task is cancelled.
  public func train() throws(GestureTrainingError) -> MotionModel { try trained().model }

  /// Learns the motions that were added, and says what is known of the result.
  ///
  /// - Throws: `GestureTrainingError`, as ``train()``.
  public func trained() throws(GestureTrainingError) -> TrainedMotions {
    let budget = TrainingBudget(limits)
    let set = try MotionSet(self)
    return try MotionTraining(set, budget).result(budget)
  }
}
