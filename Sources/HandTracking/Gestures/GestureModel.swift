import TFLiteFormat
import TensorRuntime

/// The prepared networks of a gesture bundle.
package struct GestureModel: Sendable {
  /// Turns the landmarks of a hand into an embedding.
  package let embedder: PreparedNetwork
  /// Name the gesture of an embedding, in the order in which they are asked: the custom one if there is one, the canned.
  package let classifiers: [Classifier]

  /// A classifier of embeddings.
  package struct Classifier: Sendable {
    /// The network.
    package let network: PreparedNetwork
    /// The names of the classes; nil where the model has none.
    package let labels: [String]?
    /// The score that a class must reach, if the model says so.
    package let threshold: Float?
    /// Whether it names the canned gestures, not those of the bundle's author.
    package let isCanned: Bool
  }

  /// Prepares the networks of a gesture bundle.
  package init(_ bundle: TaskBundle, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let landmarks = ModelConstants.Landmarks.count
    embedder = try PreparedNetwork(
      bundle.model(named: Files.gestureEmbedder), name: Files.gestureEmbedder, options: options)
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

extension GestureModel.Classifier {
  /// Prepares a classifier of a gesture bundle.
  ///
  /// A classifier of eight classes without labels has the names of the canned gestures if `isCanned`.
  fileprivate init(
    _ entry: String, isCanned: Bool, of bundle: TaskBundle, embeddingSize: Int, options: PlanOptions
  ) throws(TaskError) {
    let model = try bundle.model(named: entry)
    network = try PreparedNetwork(model, name: entry, options: options)
    try network.expectTensors(inputs: 1, outputs: 1)
    try network.expect(.input, 0, shape: [1, embeddingSize])
    try network.expect(.output, 0, shape: [1, nil])
    let classCount = network.shape(of: .output, 0)[1]
    self.isCanned = isCanned

    let cannedNames = ModelConstants.Gestures.cannedNames
    do {
      labels =
        try model.labels(ofOutput: 0, locale: nil) ?? (isCanned && classCount == cannedNames.count ? cannedNames : nil)
      threshold = try model.metadata()?.outputs.first?.scoreThreshold
    } catch {
      throw .unreadableModel(model: entry, reason: error)
    }
    if let labels, labels.count != classCount {
      throw .labelCountMismatch(model: entry, labels: labels.count, classes: classCount)
    }
  }
}
