import PixelImaging
import TensorRuntime

/// The road from a hand's landmarks to its gesture: embedder, then the custom classifier if there is one, then the
/// canned one.
///
/// It holds sessions and is used by one caller at a time.
package final class GesturePipeline {
  private let embedder: Network
  private let classifiers: [GestureClassifier]

  /// Sessions of a model's gesture networks.
  package init(
    _ model: GestureModel, canned: ClassifierSettings, custom: ClassifierSettings, threads: ThreadPool
  ) throws(TaskError) {
    embedder = try Network(model.embedder, threads: threads)
    classifiers = try model.classifiers.map { (classifier) throws(TaskError) in
      try GestureClassifier(classifier, options: classifier.isCanned ? canned : custom, threads: threads)
    }
  }

  /// All networks of the pipeline.
  package var networks: [Network] { [embedder] + classifiers.map(\.network) }

  /// The gesture of a hand found in a picture, or nil if no class gets through the classifiers' options. `rotation` is
  /// that of the region the palm detector looked at.
  package func gesture(
    of hand: Hand, rotation: Float, imageWidth: Int, imageHeight: Int
  ) throws(TaskError) -> GestureCandidate? {
    embedder.withInput(0) {
      GestureFeatures.fill(
        $0, from: hand.landmarks, rotation: rotation, imageWidth: imageWidth, imageHeight: imageHeight)
    }
    embedder.withInput(1) { $0[0] = GestureFeatures.rightHandProbability(hand.handedness) }
    embedder.withInput(2) { GestureFeatures.fill($0, from: hand.worldLandmarks, rotation: rotation) }
    try embedder.run()
    return try embedder.withOutput(0) { (embedding) throws(TaskError) in
      // A lazy sequence would allocate its closure.
      var winner: GestureCandidate?
      for classifier in classifiers {
        winner = GestureCandidate.combined(winner, try classifier.classify(embedding))
        if let winner, !winner.isBackground { break }
      }
      return winner
    }
  }
}
