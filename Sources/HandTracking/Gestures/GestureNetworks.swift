import TFLiteFormat
import TensorRuntime

/// The networks of a gesture bundle, read and checked but not prepared.
package struct GestureNetworks: Sendable {
  /// Turns the landmarks of a hand into an embedding.
  let embedder: ReadNetwork
  /// Those that name the gesture, in the order in which they are asked.
  let classifiers: [Classifier]

  /// A classifier of embeddings, as ``GestureModel/Classifier``.
  struct Classifier: Sendable {
    let network: ReadNetwork
    let labels: [String]?
    let threshold: Float?
    let isCanned: Bool
  }

  /// Reads the networks of a gesture bundle.
  package init(_ bundle: TaskBundle, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let landmarks = ModelConstants.Landmarks.count
    embedder = try ReadNetwork(Files.gestureEmbedder, of: bundle, options: options)
    try embedder.expectTensors(inputs: 3, outputs: 1)
    try embedder.expect(.input, 0, shape: [1, landmarks, 3])
    try embedder.expect(.input, 1, shape: [1, 1])
    try embedder.expect(.input, 2, shape: [1, landmarks, 3])
    try embedder.expect(.output, 0, shape: [1, nil])
    let embeddingSize = embedder.shape(of: .output, 0)[1]

    var classifiers: [Classifier] = []
    if bundle.contains(Files.customClassifier) {
      classifiers.append(
        try Classifier(
          Files.customClassifier, isCanned: false, of: bundle, embeddingSize: embeddingSize, options: options))
    }
    classifiers.append(
      try Classifier(Files.cannedClassifier, isCanned: true, of: bundle, embeddingSize: embeddingSize, options: options)
    )
    self.classifiers = classifiers
  }
}

extension GestureNetworks.Classifier {
  /// Reads a classifier of a gesture bundle.
  ///
  /// A classifier of eight classes without labels has the names of the canned gestures if `isCanned`.
  fileprivate init(
    _ entry: String, isCanned: Bool, of bundle: TaskBundle, embeddingSize: Int, options: PlanOptions
  ) throws(TaskError) {
    network = try ReadNetwork(entry, of: bundle, options: options)
    try network.expectTensors(inputs: 1, outputs: 1)
    try network.expect(.input, 0, shape: [1, embeddingSize])
    try network.expect(.output, 0, shape: [1, nil])
    let classCount = network.shape(of: .output, 0)[1]
    self.isCanned = isCanned

    let cannedNames = ModelConstants.Gestures.cannedNames
    do {
      labels =
        try network.model.labels(ofOutput: 0, locale: nil)
        ?? (isCanned && classCount == cannedNames.count ? cannedNames : nil)
      threshold = try network.model.metadata()?.outputs.first?.scoreThreshold
    } catch {
      throw .unreadableModel(model: entry, reason: error)
    }
    if let labels, labels.count != classCount {
      throw .labelCountMismatch(model: entry, labels: labels.count, classes: classCount)
    }
  }
}
