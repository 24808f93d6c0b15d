import TensorRuntime

/// A task's session of a classifier of hand embeddings, with the options in force.
package final class GestureClassifier {
  /// The network.
  package let network: Network
  private let filter: CategoryFilter

  /// A session of a classifier.
  ///
  /// - Throws: `TaskError.listWithoutLabels` if the options have a list and the classifier no labels.
  package init(
    _ classifier: GestureModel.Classifier, options: ClassifierSettings, threads: ThreadPool
  ) throws(TaskError) {
    network = try Network(classifier.network, threads: threads)
    if classifier.labels == nil, options.hasList {
      throw .listWithoutLabels(model: classifier.network.name)
    }
    let classCount = classifier.network.shape(of: .output, 0)[1]
    filter = CategoryFilter(
      labels: classifier.labels ?? Array(repeating: "", count: classCount), options: options,
      modelThreshold: classifier.threshold)
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
