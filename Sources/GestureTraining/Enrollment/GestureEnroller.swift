import Foundation
import TFLiteFormat

/// Learns gestures while a program runs: from the frames of a stream in which somebody holds a pose.
///
/// The networks stay as they are. Embeddings come from a recognizer's results (`ResultDetails.embeddings`) or from a
/// ``HandEmbedder``, and ``TrainedGestures/decision(for:)`` names them:
///
/// ```swift
/// var enroller = GestureEnroller()
/// try enroller.begin("wave")
/// // for each frame with a hand, until it returns .complete:
/// let step = try enroller.add(HandEmbedding(embedding))
/// // then:
/// let gestures = try enroller.train()
/// ```
///
/// It is a value that can be saved with any encoder.
public struct GestureEnroller: Sendable, Hashable, Codable {
  /// What became of a frame.
  public enum Step: Sendable, Hashable, Codable {
    /// It was taken; so many are there of the wanted number.
    case taken(count: Int, wanted: Int)
    /// It was not taken: the hand moves. A frame is only taken if the one before it looks alike.
    case moving
    /// It was taken, and all wanted frames are there.
    case complete
    /// It was not taken: it looks like a gesture that is known already.
    case known(gesture: String)
  }

  /// The examples so far.
  public private(set) var dataset = GestureDataset()
  /// The gesture that is being learned; nil between gestures.
  public private(set) var current: String?
  /// The options of the training.
  public let options: GestureTrainingOptions
  /// The frames to take of each gesture.
  public let frameCount: Int

  private var count = 0
  private var previous: [Float]?
  /// The gestures before the current one; nil if there are none.
  private var known: TrainedGestures?

  /// The cosine similarity of the positive parts of two embeddings from which a hand is held still.
  private static let steadiness = 0.95

  /// An enroller without gestures.
  ///
  /// - Parameters:
  ///   - options: the options of the training.
  ///   - frameCount: the frames to take of each gesture; at least 2.
  public init(options: GestureTrainingOptions = GestureTrainingOptions(), frameCount: Int = 20) {
    self.options = options
    self.frameCount = max(frameCount, 2)
  }

  /// The names of the gestures that have examples.
  public var names: [String] {
    Set(dataset.examples.compactMap(\.gesture).map(NameKey.init)).map(\.name)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Begins a gesture, or takes more frames of one.
  ///
  /// - Throws: `GestureTrainingError` for a name that a gesture cannot have.
  public mutating func begin(_ gesture: String) throws(GestureTrainingError) {
    try GestureName.check(gesture)
    current = gesture
    count = 0
    previous = nil
    var others = dataset
    others.remove(gesture: gesture)
    known = others.examples.isEmpty ? nil : try GestureTrainer(options: options).train(others)
  }

  /// Takes a frame of the current gesture, or says why not.
  ///
  /// - Precondition: a gesture was begun.
  /// - Throws: `GestureTrainingError` for an embedding that cannot be used.
  public mutating func add(_ embedding: HandEmbedding) throws(GestureTrainingError) -> Step {
    guard let current else { preconditionFailure("begin(_:) comes before the first frame") }
    defer { previous = embedding.values }
    guard let previous, Self.similarity(previous, embedding.values) >= Self.steadiness else { return .moving }
    if let known, known.head.embeddingSize == embedding.values.count,
      let name = known.decision(for: embedding).name
    {
      return .known(gesture: name)
    }
    try dataset.add(embedding, gesture: current, source: "frame \(count + 1) of \(current)")
    count += 1
    guard count >= frameCount else { return .taken(count: count, wanted: frameCount) }
    self.current = nil
    return .complete
  }

  /// Removes a gesture and all its examples.
  public mutating func remove(_ gesture: String) {
    dataset.remove(gesture: gesture)
    if current?.hasSameBytes(as: gesture) == true { current = nil }
  }

  /// The gestures learned from all examples.
  ///
  /// - Throws: `GestureTrainingError`, as ``GestureTrainer/train(_:)``.
  public func train() throws(GestureTrainingError) -> TrainedGestures {
    try GestureTrainer(options: options).train(dataset)
  }

  private static func similarity(_ first: [Float], _ second: [Float]) -> Double {
    guard first.count == second.count else { return 0 }
    var (product, left, right) = (0.0, 0.0, 0.0)
    for index in first.indices {
      let (x, y) = (max(Double(first[index]), 0), max(Double(second[index]), 0))
      product += x * y
      left += x * x
      right += y * y
    }
    return left > 0 && right > 0 ? product / (left * right).squareRoot() : 0
  }
}
