import TFLiteFormat

/// A classifier of hand embeddings with the options in force.
package final class GestureClassifier {
  private let network: Network
  private let filter: CategoryFilter

  /// Prepares a classifier of the gesture bundle.
  ///
  /// A classifier of eight classes without labels has the names of the canned gestures if `isCanned`.
  package init(
    _ entry: String, isCanned: Bool, bundle: TaskBundle, embeddingSize: Int, options: ClassifierSettings,
    settings: TaskSettings
  ) throws(TaskError) {
    let model = try bundle.model(named: entry)
    network = try Network(model, name: entry, settings: settings)
    try network.expectTensors(inputs: 1, outputs: 1)
    try network.expect(.input, 0, shape: [1, embeddingSize])
    try network.expect(.output, 0, shape: [1, nil])
    let classCount = network.shape(of: .output, 0)[1]

    var labels: [String]?
    let threshold: Float?
    do {
      labels = try model.labels(ofOutput: 0, locale: nil)
      threshold = try model.metadata()?.outputs.first?.scoreThreshold
    } catch {
      throw .unreadableModel(model: entry, reason: error)
    }
    if labels == nil, isCanned, classCount == ModelConstants.Gestures.cannedNames.count {
      labels = ModelConstants.Gestures.cannedNames
    }
    if labels == nil, options.hasList {
      throw .listWithoutLabels(model: entry)
    }
    let names = labels ?? Array(repeating: "", count: classCount)
    guard names.count == classCount else {
      throw .labelCountMismatch(model: entry, labels: names.count, classes: classCount)
    }
    filter = CategoryFilter(labels: names, options: options, modelThreshold: threshold)
  }

  /// The best class of an embedding, or nil if no class gets through the options.
  package func classify(_ embedding: UnsafeBufferPointer<Float>) throws(TaskError) -> GestureCandidate? {
    network.withInput(0) { input in
      for index in input.indices {
        input[index] = embedding[index]
      }
    }
    try network.run()
    return network.withOutput(0) { filter.best(of: $0) }
  }
}
