import MudraPlatform
import TFLiteFormat

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
  /// The groups of the gestures' examples, in the order of their bytes; examples without one are a group, too.
  let groups: [NameKey]

  init(_ dataset: GestureDataset) throws(GestureTrainingError) {
    let skippedNames = dataset.skipped.compactMap(\.gesture)
    let names = try GestureName.sorted(Set((dataset.examples.compactMap(\.gesture) + skippedNames).map(NameKey.init)))
    guard !dataset.examples.isEmpty else { throw .noExamples(pictureCount: dataset.skipped.count) }
    guard !names.isEmpty else { throw .onlyOtherPoses(exampleCount: dataset.examples.count) }
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
    for (name, group) in zip(names, groups) where group.isEmpty { throw .noExample(gesture: name) }
    self.names = names
    let examples = groups.flatMap { $0.ordered(by: Self.precedes) }
    self.examples = examples
    self.groups = Set(examples.map { NameKey($0.group ?? "") })
      .ordered { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    classes = groups.indices.flatMap { Array(repeating: $0, count: groups[$0].count) }
    self.background = background.ordered(by: Self.precedes)
  }

  static func precedes(_ first: GestureDataset.Example, _ second: GestureDataset.Example) -> Bool {
    let (left, right) = (first.embedding.values, second.embedding.values)
    for (left, right) in zip(left, right) where left != right { return left < right }
    return first.source.utf8.lexicographicallyPrecedes(second.source.utf8)
  }
}
