import HandTracking
import PixelImaging
import TensorRuntime
import VisionTasks

/// Turns hands into embeddings, with the networks and the inputs that a `GestureRecognizer` uses.
///
/// Calls from several threads run one after another.
public final class HandEmbedder: Sendable {
  /// What is found in a picture.
  public struct Finding: Sendable, Hashable {
    /// The hand with the best palm.
    public let embedding: HandEmbedding
    /// Whether it was found only with a border around the picture.
    public let neededBorder: Bool
  }

  /// The sessions of the networks after the landmarks.
  private final class Networks {
    let embedder: GestureEmbedder
    let canned: GestureClassifier?

    init(_ model: HandModel) throws(TaskError) {
      guard let gestures = model.gestures else { throw .modelWithoutGestures }
      let threads = ThreadPool(threadCount: 1)
      embedder = try GestureEmbedder(gestures, threads: threads)
      canned = try gestures.classifiers.first { $0.isCanned }.map { classifier throws(TaskError) in
        try GestureClassifier(classifier, options: ClassifierSettings(), threads: threads)
      }
    }

    /// The embedding that was computed last.
    func embedding() throws(TaskError) -> HandEmbedding {
      try embedder.withEmbedding { (values) throws(TaskError) in
        let gesture = try canned?.classify(values)
        let isGesture = gesture.map { !$0.isBackground && !$0.name.isEmpty } ?? false
        return HandEmbedding(Array(values), cannedGesture: isGesture ? gesture?.name : nil)
      }
    }
  }

  private let landmarker: HandLandmarker
  private let networks: Guarded<Networks>

  /// An embedder with the networks of a gesture recognizer's bundle.
  ///
  /// - Parameters:
  ///   - model: the networks.
  ///   - threadCount: the threads that look for a hand; results do not depend on it.
  /// - Throws: `TaskError.modelWithoutGestures` for the model of a hand landmarker's bundle, or if there is not enough
  ///   memory.
  public init(model: HandModel, threadCount: Int = 1) throws(TaskError) {
    networks = Guarded(try Networks(model))
    let options = HandLandmarkerOptions()
    options.baseOptions.numThreads = threadCount
    options.looksAgain = [.bordered]
    landmarker = try HandLandmarker(model: model, options: options)
  }

  /// The hand with the best palm in an upright picture; nil if there is none.
  ///
  /// A hand that fills its picture is often not seen: if none is found, the picture is searched once more with a border
  /// of half its side.
  /// - Throws: `TaskError` for a picture that cannot be used.
  public func embedding(of image: PixelImage) throws(TaskError) -> Finding? {
    let result = try landmarker.detect(image: image)
    guard let hand = result.hands.first else { return nil }
    let embedding = try embedding(
      landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks, handedness: hand.handedness,
      imageWidth: image.width, imageHeight: image.height)
    return Finding(embedding: embedding, neededBorder: result.secondLook == .bordered)
  }

  /// The embedding of a hand whose landmarks are known, such as from a result of a task.
  ///
  /// - Parameters:
  ///   - landmarks: 21 landmarks in the picture.
  ///   - worldLandmarks: 21 landmarks in meters.
  ///   - handedness: "Right" (index 0) or "Left" (index 1) with its probability.
  ///   - imageWidth: the width of the picture in pixels, at least 1.
  ///   - imageHeight: its height, at least 1.
  /// - Throws: `TaskError` for another number of landmarks or a picture without a size, or if a network fails.
  public func embedding(
    landmarks: [NormalizedLandmark], worldLandmarks: [Landmark], handedness: ResultCategory, imageWidth: Int,
    imageHeight: Int
  ) throws(TaskError) -> HandEmbedding {
    let expected = ModelConstants.Landmarks.count
    guard landmarks.count == expected, worldLandmarks.count == expected else {
      throw .invalidLandmarkCount(landmarks: landmarks.count, worldLandmarks: worldLandmarks.count)
    }
    guard imageWidth > 0, imageHeight > 0 else {
      throw .invalidPictureSize(width: imageWidth, height: imageHeight)
    }
    return try networks.withLock { (networks) throws(TaskError) in
      try networks.embedder.embed(
        landmarks, world: worldLandmarks, handedness: Handedness(handedness), rotation: 0, imageWidth: imageWidth,
        imageHeight: imageHeight)
      return try networks.embedding()
    }
  }
}

extension GestureDataset {
  /// Adds what an embedder found in a picture; a picture without a hand is noted in ``skipped``.
  ///
  /// - Throws: `GestureTrainingError`, as `add(_:gesture:source:)`.
  public mutating func add(
    _ finding: HandEmbedder.Finding?, gesture: String?, source: String, group: String? = nil
  ) throws(GestureTrainingError) {
    guard let finding else { return try skip(source, gesture: gesture, fault: nil) }
    try add(finding.embedding, gesture: gesture, source: source, group: group)
    if finding.neededBorder { bordered.append(source) }
  }
}
