import TFLiteFormat
import TensorRuntime
import VisionCore

/// The networks of a gesture bundle: read and checked (`ReadModel`), or prepared (`Plan`).
package struct GestureModel<State> {
  /// A classifier of embeddings.
  package struct Classifier {
    /// The network.
    package let network: Network<State>
    /// The names of the classes; nil if the model has none.
    package let labels: [String]?
    /// The minimum score of a class, if the model has one.
    package let threshold: Float?
    /// Whether it names the canned gestures rather than those of the bundle's author.
    package let isCanned: Bool
  }

  /// Turns the landmarks of a hand into an embedding.
  package let embedder: Network<State>
  /// Classifiers that name the gesture of an embedding, in order: the custom one if there is one, and the canned one.
  package let classifiers: [Classifier]
}

extension GestureModel: Sendable where State: Sendable {}
extension GestureModel.Classifier: Sendable where State: Sendable {}

extension GestureModel where State == ReadModel {
  /// Reads the networks of a gesture bundle.
  ///
  /// - Throws: `TaskError` for a network that cannot be read, or does not have the tensors or labels that gestures
  ///   need.
  package init(_ bundle: TaskBundle, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    embedder = try Network(
      Files.gestureEmbedder, of: bundle, options: options, inputs: ModelConstants.Embedder.inputShapes,
      outputs: [[1, nil]])
    let embeddingSize = try embedder.outputSize(limit: ModelConstants.Embedder.sizeLimit)
    var classifiers: [Classifier] = []
    for (entry, isCanned) in [(Files.customClassifier, false), (Files.cannedClassifier, true)]
    where isCanned || bundle.contains(entry) {
      let network = try Network(
        entry, of: bundle, options: options, inputs: [[1, embeddingSize]], outputs: [[1, nil]])
      _ = try network.outputSize(limit: ModelConstants.Gestures.classLimit)
      classifiers.append(try Classifier(network, isCanned: isCanned))
    }
    self.classifiers = classifiers
  }

  /// The prepared networks.
  ///
  /// - Throws: `TaskError.unusableModel`.
  package func prepared() throws(TaskError) -> GestureModel<Plan> {
    GestureModel<Plan>(
      embedder: try embedder.prepared(),
      classifiers: try classifiers.map { (classifier) throws(TaskError) in
        GestureModel<Plan>.Classifier(
          network: try classifier.network.prepared(), labels: classifier.labels, threshold: classifier.threshold,
          isCanned: classifier.isCanned)
      })
  }
}

extension Network where State == ReadModel {
  /// The number of values of the only output, which others take memory by.
  fileprivate func outputSize(limit: Int) throws(TaskError) -> Int {
    let size = shape(of: .output, 0)[1]
    guard (1...limit).contains(size) else {
      throw .unexpectedTensor(
        model: name, kind: .output, index: 0, expected: "1 to \(limit) values", found: "\(size)")
    }
    return size
  }
}

extension GestureModel.Classifier where State == ReadModel {
  /// A classifier with the labels and the threshold of its model; one of eight classes without labels has the names of
  /// the canned gestures if `isCanned`.
  fileprivate init(_ network: Network<ReadModel>, isCanned: Bool) throws(TaskError) {
    self.network = network
    self.isCanned = isCanned
    let classCount = network.shape(of: .output, 0)[1]
    let cannedNames = ModelConstants.Gestures.cannedNames
    let model = network.state.model
    do {
      labels =
        try model.labels(ofOutput: 0, locale: nil)
        ?? (isCanned && classCount == cannedNames.count ? cannedNames : nil)
      threshold = try model.metadata()?.outputs.first?.scoreThreshold
    } catch {
      throw .unreadableModel(model: network.name, reason: error)
    }
    if let labels, labels.count != classCount {
      throw .labelCountMismatch(model: network.name, labels: labels.count, classes: classCount)
    }
  }
}
