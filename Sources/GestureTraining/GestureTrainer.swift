import MudraPlatform
import TFLiteFormat

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

  /// A trainer with options.
  public init(options: GestureTrainingOptions = GestureTrainingOptions()) {
    self.options = options
  }

  /// Trains on a dataset. Each gesture needs at least two examples; one gesture is enough.
  ///
  /// - Complexity: O(examples × (embedding² + gestures × embedding)).
  /// - Throws: `GestureTrainingError` for examples that do not suffice, names that look the same, options out of range;
  ///   and if the caller's task is cancelled.
  public func train(_ dataset: GestureDataset) throws(GestureTrainingError) -> TrainedGestures {
    try train(dataset) { _, _ in }
  }

  /// Trains, and calls `progress` after each iteration of a softmax head with their number so far and their loss.
  func train(
    _ dataset: GestureDataset, progress: (Int, Double) -> Void
  ) throws(GestureTrainingError) -> TrainedGestures {
    try options.check()
    let set = try TrainingSet(dataset)
    let fit = try DistanceFit(
      set.examples.map(\.embedding.values), classes: set.classes, classCount: set.names.count,
      keptShare: options.keptShare)
    let background = try LearnedBackground(set, background: options.background, head: fit.head)
    let head: GestureHead =
      switch options.method {
      case .distance: .distance(fit.head)
      case .softmax:
        .softmax(
          try SoftmaxFit(set, background: background, regularization: options.regularization, progress: progress).head)
      }
    guard head.isRepresentable else { throw .allAlike }
    return TrainedGestures(
      names: set.names, head: head, options: options,
      report: try GestureReport(set, fit: fit, head: head, background: background, dataset: dataset),
      libraryVersion: LibraryVersion.text)
  }
}

/// The examples of a dataset in an order that depends only on what they are.
struct TrainingSet {
  /// The names of the gestures, in the order of their bytes.
  let names: [String]
  /// The examples of the gestures, by gesture and then by the values of their embeddings.
  let examples: [GestureDataset.Example]
  /// The index of the gesture of each example.
  let classes: [Int]
  /// The examples of other poses, by the values of their embeddings.
  let background: [GestureDataset.Example]

  init(_ dataset: GestureDataset) throws(GestureTrainingError) {
    let skippedNames = dataset.skipped.compactMap(\.gesture)
    let names = try GestureName.sorted(Set((dataset.examples.compactMap(\.gesture) + skippedNames).map(NameKey.init)))
    guard !dataset.examples.isEmpty, !names.isEmpty else {
      throw .noExamples(pictureCount: dataset.skipped.count + dataset.examples.count)
    }
    guard names.count <= GestureTrainer.gestureLimit else {
      throw .tooManyGestures(count: names.count, limit: GestureTrainer.gestureLimit)
    }
    let indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { (NameKey($1), $0) })
    var groups = names.map { _ in [GestureDataset.Example]() }
    var background: [GestureDataset.Example] = []
    for example in dataset.examples {
      if let gesture = example.gesture, let index = indices[NameKey(gesture)] {
        groups[index].append(example)
      } else {
        background.append(example)
      }
    }
    for (name, group) in zip(names, groups) where group.count < 2 {
      throw .tooFewExamples(gesture: name, count: group.count)
    }
    self.names = names
    examples = groups.flatMap { $0.sorted(by: Self.precedes) }
    classes = groups.indices.flatMap { Array(repeating: $0, count: groups[$0].count) }
    self.background = background.sorted(by: Self.precedes)
  }

  private static func precedes(_ first: GestureDataset.Example, _ second: GestureDataset.Example) -> Bool {
    let (left, right) = (first.embedding.values, second.embedding.values)
    for (left, right) in zip(left, right) where left != right { return left < right }
    return first.source.utf8.lexicographicallyPrecedes(second.source.utf8)
  }
}
