import TFLiteFormat
import TensorRuntime

/// The prepared networks of a gesture bundle.
package struct GestureModel: Sendable {
  /// Turns the landmarks of a hand into an embedding.
  package let embedder: PreparedNetwork
  /// Name the gesture of an embedding, in the order in which they are asked: the custom one if there is one, the
  /// canned.
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
  package init(_ networks: GestureNetworks) throws(TaskError) {
    embedder = try PreparedNetwork(networks.embedder)
    var classifiers: [Classifier] = []
    for read in networks.classifiers {
      classifiers.append(
        Classifier(
          network: try PreparedNetwork(read.network), labels: read.labels, threshold: read.threshold,
          isCanned: read.isCanned))
    }
    self.classifiers = classifiers
  }
}
