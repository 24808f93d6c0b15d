import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// Learns gestures from examples: a small network that names the embeddings of hands.
///
/// ```swift
/// var dataset = GestureDataset()
/// try dataset.add(folder: "gestures", embedder: HandEmbedder(model: HandModel()))
/// let gestures = try GestureTrainer().train(dataset)
/// try GestureBundle.write(gestures, to: "my.task")
/// ```
///
/// The result depends only on the examples and the options: not on the order of the examples, on time or chance.
public struct GestureTrainer: Sendable {
  /// The maximum number of gestures.
  public static let gestureLimit = 1000

  /// The options.
  public let options: GestureTrainingOptions
  /// The limits on the memory and the time of a training.
  public let limits: ModelLimits

  /// A trainer with options.
  public init(options: GestureTrainingOptions = GestureTrainingOptions(), limits: ModelLimits = ModelLimits()) {
    self.options = options
    self.limits = limits
  }

  /// Trains on a dataset. One gesture, and one example of each, are enough to begin with.
  ///
  /// - Complexity: O(examples × (embedding² + gestures × embedding)).
  /// - Throws: `GestureTrainingError` for examples that do not suffice, names that look the same, options out of range;
  ///   if it would take more memory or time than the limits; and if the caller's task is cancelled.
  public func train(_ dataset: GestureDataset) throws(GestureTrainingError) -> TrainedGestures {
    try train(dataset) { _, _ in }
  }

  /// Trains, and calls `progress` after each iteration of a softmax head with their number so far and their loss.
  func train(
    _ dataset: GestureDataset, progress: (Int, Double) -> Void
  ) throws(GestureTrainingError) -> TrainedGestures {
    try options.check()
    let budget = TrainingBudget(limits)
    let set = try TrainingSet(dataset)
    let size = set.examples[0].embedding.values.count
    let groupCount = set.groups.count
    try TrainingBudget.checkMemory(
      size: size, examples: dataset.examples.count, gestures: set.names.count,
      spaces: 1 + (groupCount > 1 ? min(groupCount, LeftOutGroups.partLimit) : 0), limits)
    let distances = try DistanceTraining(set, keptShare: options.keptShare, budget)
    let background = try LearnedBackground(set, background: options.background, head: distances.head)
    let head: GestureHead =
      switch options.method {
      case .distance: .distance(distances.head)
      case .softmax:
        .softmax(
          try SoftmaxFit(
            set, background: background, regularization: options.regularization, budget, progress: progress
          ).head)
      }
    guard head.isRepresentable else { throw .allAlike }
    return TrainedGestures(
      names: set.names, head: head, options: options,
      report: try GestureReport(
        set, distances: distances, head: head, background: background, dataset: dataset, budget),
      libraryVersion: LibraryVersion.text)
  }
}
