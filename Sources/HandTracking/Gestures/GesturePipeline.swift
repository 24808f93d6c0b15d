import PixelImaging

/// The road from a hand's landmarks to its gesture: embedder, then the custom classifier if there is one, then the
/// canned one.
///
/// It holds sessions and is used by one caller at a time.
package final class GesturePipeline {
  private let embedder: Network
  private let classifiers: [GestureClassifier]

  /// Prepares the networks of a gesture bundle.
  package init(
    bundle: TaskBundle, canned: ClassifierSettings, custom: ClassifierSettings, settings: TaskSettings
  ) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let landmarks = ModelConstants.Landmarks.count
    embedder = try Network(
      bundle.model(named: Files.gestureEmbedder), name: Files.gestureEmbedder, settings: settings)
    try embedder.expectTensors(inputs: 3, outputs: 1)
    try embedder.expect(.input, 0, shape: [1, landmarks, 3])
    try embedder.expect(.input, 1, shape: [1, 1])
    try embedder.expect(.input, 2, shape: [1, landmarks, 3])
    try embedder.expect(.output, 0, shape: [1, nil])
    let embeddingSize = embedder.shape(of: .output, 0)[1]

    var classifiers: [GestureClassifier] = []
    if bundle.contains(Files.customClassifier) {
      classifiers.append(
        try GestureClassifier(
          Files.customClassifier, isCanned: false, bundle: bundle, embeddingSize: embeddingSize, options: custom,
          settings: settings))
    }
    classifiers.append(
      try GestureClassifier(
        Files.cannedClassifier, isCanned: true, bundle: bundle, embeddingSize: embeddingSize, options: canned,
        settings: settings))
    self.classifiers = classifiers
  }

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
