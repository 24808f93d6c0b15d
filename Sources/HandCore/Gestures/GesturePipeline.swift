import PixelImaging
import TensorRuntime
import VisionCore

/// The path from a hand's landmarks to its gesture: embedder, then the custom classifier if there is one, then the
/// canned one.
///
/// It holds sessions and is used by one caller at a time.
package final class GesturePipeline {
  /// Turns landmarks into the vector that the classifiers name.
  package let embedder: GestureEmbedder
  private let classifiers: [GestureClassifier]

  /// Sessions of a model's gesture networks.
  ///
  /// - Throws: `TaskError.listWithoutLabels`, or if there is not enough memory.
  package init(
    _ model: GestureModel<Plan>, canned: ClassifierSettings, custom: ClassifierSettings, threads: ThreadPool
  ) throws(TaskError) {
    embedder = try GestureEmbedder(model, threads: threads)
    classifiers = try model.classifiers.map { (classifier) throws(TaskError) in
      try GestureClassifier(classifier, options: classifier.isCanned ? canned : custom, threads: threads)
    }
  }

  /// All networks of the pipeline.
  package var networks: [Network<Session>] { [embedder.network] + classifiers.map { $0.network } }

  /// The gesture of a hand found in a picture; nil if the classifiers' options allow no class. `rotation` is that of
  /// the region on which the palm detector ran.
  package func gesture(
    of hand: FoundHand, rotation: Float, imageWidth: Int, imageHeight: Int
  ) throws(TaskError) -> HandGesture? {
    try embedder.embed(
      hand.landmarks, world: hand.worldLandmarks, handedness: hand.handedness, rotation: rotation,
      imageWidth: imageWidth, imageHeight: imageHeight)
    return try embedder.withEmbedding { (embedding) throws(TaskError) in
      // A lazy sequence would allocate its closure.
      var winner: HandGesture?
      for classifier in classifiers {
        winner = HandGesture.combined(winner, try classifier.classify(embedding))
        if let winner, !winner.isBackground { break }
      }
      return winner
    }
  }
}

/// A task's session of a classifier of hand embeddings, with its options.
package final class GestureClassifier {
  /// The network.
  package let network: Network<Session>
  private let filter: CategoryFilter

  /// A session of a classifier.
  ///
  /// - Throws: `TaskError.listWithoutLabels` if the options have a list and the classifier no labels.
  package init(
    _ classifier: GestureModel<Plan>.Classifier, options: ClassifierSettings, threads: ThreadPool
  ) throws(TaskError) {
    network = try classifier.network.session(threads: threads)
    if classifier.labels == nil, options.hasList {
      throw .listWithoutLabels(model: classifier.network.name)
    }
    let classCount = classifier.network.outputShape(0)[1]
    filter = CategoryFilter(
      labels: classifier.labels ?? Array(repeating: "", count: classCount), options: options,
      modelThreshold: classifier.threshold, classifier: classifier.isCanned ? .canned : .custom)
  }

  /// The best class of an embedding; nil if the options allow no class.
  package func classify(_ embedding: UnsafeBufferPointer<Float>) throws(TaskError) -> HandGesture? {
    network.withInput(0) { input in
      for index in input.indices {
        input[index] = embedding[index]
      }
    }
    try network.run()
    return network.withOutput(0) { filter.best(of: $0) }
  }
}
