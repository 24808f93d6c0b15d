import Foundation
import GestureTraining
import HandRecording
import Mudra

/// What one socket teaches: gestures, from frames in which a pose is held and from pictures, and motions.
struct TeachingSession {
  /// The frames to take each time that a gesture is shown; frames that are alike do not count.
  static let frameCount = 24

  private let limits: StudioLimits
  private var enroller = GestureEnroller(frameCount: Self.frameCount)
  private var embedder: HandEmbedder?
  /// The pictures that became examples.
  private var pictureCount = 0
  /// What was trained last; nil before the first training.
  private var gestures: TrainedGestures?
  /// The bundle with the gestures; nil before the first training.
  private(set) var bundle: Data?
  /// The motions.
  private(set) var motions: TaughtMotions

  /// What a training has made of gestures and of motions; nil for what there is none of.
  struct Training {
    var gestures: (report: GestureReport, bundle: Data)?
    var motions: TrainedMotions?
  }

  init(_ limits: StudioLimits, _ memory: MemoryBudget) {
    self.limits = limits
    motions = TaughtMotions(limits, memory)
  }

  /// The gesture that is learned from the frames; nil if none is.
  var current: String? { enroller.current }

  private var examples: [GestureDataset.Example] { enroller.dataset.examples }

  /// How many examples there are of each gesture.
  var counts: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for example in examples {
      if let name = example.gesture { counts[name, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Begins a gesture.
  ///
  /// - Parameter frameCount: the most frames to take of it; nil for ``frameCount``.
  /// - Throws: `StudioError`.
  mutating func begin(_ name: String, frameCount: Int?) throws(StudioError) {
    try requirePlace(for: name, among: Set(examples.compactMap(\.gesture)))
    do {
      try enroller.begin(name, frameCount: frameCount ?? Self.frameCount)
    } catch {
      throw StudioError(error)
    }
  }

  /// Takes examples that the client has kept: all of them, or none.
  ///
  /// - Throws: `StudioError`.
  mutating func add(_ kept: [GestureDataset.Example], _ parts: [TaughtMotion]) throws(StudioError) {
    guard kept.count <= limits.taughtExamples - examples.count else { throw tooManyExamples }
    var names = Set(examples.compactMap(\.gesture))
    var next = enroller
    for example in kept {
      guard let name = example.gesture, example.source.utf8.count <= 1024, example.group?.utf8.count ?? 0 <= 1024 else {
        throw StudioError(.teach, "an example has no gesture, or too long a text")
      }
      guard example.embedding.values.count <= limits.exampleValues else {
        throw StudioError(.limit, "an example has more than \(limits.exampleValues) values")
      }
      try requirePlace(for: name, among: names)
      names.insert(name)
      do {
        try next.restore(example)
      } catch {
        throw StudioError(error)
      }
      guard next.dataset.examples.last?.gesture != nil else {
        throw StudioError(.teach, "“\(name)” stands for no gesture")
      }
    }
    try motions.add(parts)
    enroller = next
  }

  private func requirePlace(for name: String, among names: Set<String>) throws(StudioError) {
    guard names.count < limits.taughtGestures || names.contains(name) else {
      throw StudioError(.limit, "\(limits.taughtGestures) gestures are taught, which is the limit")
    }
  }

  private var tooManyExamples: StudioError {
    StudioError(.limit, "\(limits.taughtExamples) examples are the limit: remove some, or forget a gesture")
  }

  /// Stops learning the current gesture, and keeps its examples.
  mutating func stop() { enroller.finish() }

  /// Takes the hand of a frame, or says why not; nil if nothing is being learned.
  ///
  /// - Throws: `StudioError`.
  mutating func add(_ result: SessionResult) throws(StudioError) -> ServerMessage.TeachStep? {
    guard let name = enroller.current else { return nil }
    let before = examples.count
    guard before < limits.taughtExamples else {
      enroller.finish()
      throw tooManyExamples
    }
    do {
      let step = try enroller.add(result)
      func answer(_ state: String, _ count: Int = 0) -> ServerMessage.TeachStep {
        ServerMessage.TeachStep(
          name: name, state: state, count: count, wanted: enroller.frameCount, knownAs: enroller.resemblance?.name,
          missing: enroller.missing.map(\.rawValue), example: examples.count > before ? examples.last : nil)
      }
      switch step {
      case .taken(let count, _): return answer("taken", count)
      case .alike(let count, _): return answer("alike", count)
      case .moving: return answer("moving")
      case .noHand, .idle: return answer("noHand")
      case .complete: return answer("complete", counts.first { $0.name == name }?.count ?? examples.count - before)
      }
    } catch {
      throw StudioError(error)
    }
  }

  /// Takes the hand of a picture as an example of the current gesture.
  ///
  /// - Returns: the example.
  /// - Throws: `StudioError` if nothing is being learned, or the picture shows no hand.
  mutating func add(picture: PixelImage, model: HandModel) throws(StudioError) -> GestureDataset.Example? {
    guard let name = enroller.current else { throw StudioError(.teach, "no gesture was begun") }
    guard examples.count < limits.taughtExamples else { throw tooManyExamples }
    do {
      let embedder = try embedder ?? HandEmbedder(model: model)
      self.embedder = embedder
      guard let found = try embedder.embedding(of: picture) else {
        throw StudioError(.teach, "the picture shows no hand")
      }
      pictureCount += 1
      var one = GestureDataset()
      try one.add(found.embedding, gesture: name, source: "picture \(pictureCount)")
      for example in one.examples { try enroller.restore(example) }
      return examples.last
    } catch let error as StudioError {
      throw error
    } catch {
      throw StudioError(.teach, "\(error)")
    }
  }

  /// How near the first hand is to each gesture; nil before the first training, and without its embedding.
  ///
  /// - Throws: `StudioError` for an embedding of another model.
  func scores(_ result: SessionResult) throws(StudioError) -> [ServerMessage.GestureScore]? {
    guard let gestures, let values = result.hands.first?.embedding, values.count == gestures.embeddingSize,
      values.allSatisfy(\.isFinite)
    else { return nil }
    do {
      let scores = try gestures.scores(for: HandEmbedding(values))
      return zip(gestures.names, scores).map { ServerMessage.GestureScore(name: $0, score: $1) }
    } catch {
      throw StudioError(error)
    }
  }

  /// Forgets a gesture, or a motion.
  mutating func remove(_ name: String) {
    enroller.remove(name)
    motions.remove(name)
  }

  /// Trains on all examples.
  ///
  /// - Parameter base: the bundle to add the gestures to.
  /// - Throws: `StudioError`.
  mutating func train(base: Data) throws(StudioError) -> Training {
    do {
      var training = Training()
      let limits = ModelLimits(
        memoryByteCount: limits.networkMemoryBytes, time: .seconds(limits.workSeconds))
      training.motions = try motions.trained(limits)
      guard !examples.isEmpty || training.motions == nil else { return training }
      let gestures = try GestureTrainer(limits: limits).train(enroller.dataset)
      let bundle = try GestureBundle.data(of: gestures, basedOn: base)
      (self.gestures, self.bundle) = (gestures, bundle)
      training.gestures = (gestures.report, bundle)
      return training
    } catch {
      throw StudioError(error)
    }
  }
}
