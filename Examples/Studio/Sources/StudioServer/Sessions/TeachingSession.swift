import Foundation
import GestureTraining
import HandRecording
import Mudra

/// The gestures that one socket teaches: from frames in which a pose is held, and from pictures.
struct TeachingSession {
  /// The frames to take each time that a gesture is shown; frames that are alike do not count.
  static let frameCount = 24

  private let limits: StudioLimits
  private var enroller = GestureEnroller(frameCount: Self.frameCount)
  /// Examples from pictures, which need not resemble the one before.
  private var pictures = GestureDataset()
  private var embedder: HandEmbedder?
  /// The bundle with the gestures; nil before the first training.
  private(set) var bundle: Data?

  init(_ limits: StudioLimits) {
    self.limits = limits
  }

  /// The gesture that is learned from the frames; nil if none is.
  var current: String? { enroller.current }

  /// All examples.
  private var dataset: GestureDataset {
    get throws(GestureTrainingError) {
      var all = enroller.dataset
      for example in pictures.examples {
        guard let gesture = example.gesture else { continue }
        try all.add(example.embedding, gesture: gesture, source: example.source, group: example.group)
      }
      return all
    }
  }

  /// How many examples there are of each gesture.
  var counts: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for example in enroller.dataset.examples + pictures.examples {
      if let name = example.gesture { counts[name, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Begins a gesture.
  ///
  /// - Throws: `StudioError`.
  mutating func begin(_ name: String) throws(StudioError) {
    let counts = counts
    guard counts.count < limits.taughtGestures || counts.contains(where: { $0.name == name }) else {
      throw StudioError(.limit, "\(limits.taughtGestures) gestures are taught, which is the limit")
    }
    do {
      try enroller.begin(name)
    } catch {
      throw StudioError(error)
    }
  }

  /// Stops learning the current gesture, and keeps its examples.
  mutating func stop() { enroller.finish() }

  /// Takes the hand of a frame, or says why not; nil if nothing is being learned.
  ///
  /// - Throws: `StudioError`.
  mutating func add(_ result: SessionResult) throws(StudioError) -> ServerMessage.TeachStep? {
    guard let name = enroller.current else { return nil }
    guard exampleCount < limits.taughtExamples else {
      throw StudioError(.limit, "\(limits.taughtExamples) examples are there, which is the limit")
    }
    do {
      let before = enroller.dataset.examples.count
      let step = try enroller.add(result)
      func answer(_ state: String, _ count: Int = 0) -> ServerMessage.TeachStep {
        ServerMessage.TeachStep(
          name: name, state: state, count: count, wanted: Self.frameCount, knownAs: enroller.resemblance?.name,
          missing: enroller.missing.map(\.rawValue))
      }
      switch step {
      case .taken(let count, _): return answer("taken", count)
      case .alike(let count, _): return answer("alike", count)
      case .moving: return answer("moving")
      case .noHand, .idle: return answer("noHand")
      case .complete:
        return answer("complete", counts.first { $0.name == name }?.count ?? enroller.dataset.examples.count - before)
      }
    } catch {
      throw StudioError(error)
    }
  }

  private var exampleCount: Int { enroller.dataset.examples.count + pictures.examples.count }

  /// Takes the hand of a picture as an example of the current gesture.
  ///
  /// - Throws: `StudioError` if nothing is being learned, or the picture shows no hand.
  mutating func add(picture: PixelImage, model: HandModel, source: String) throws(StudioError) {
    guard let name = enroller.current else { throw StudioError(.teach, "no gesture was begun") }
    guard exampleCount < limits.taughtExamples else {
      throw StudioError(.limit, "\(limits.taughtExamples) examples are there, which is the limit")
    }
    do {
      let embedder = try embedder ?? HandEmbedder(model: model)
      self.embedder = embedder
      guard let found = try embedder.embedding(of: picture) else {
        throw StudioError(.teach, "the picture shows no hand")
      }
      try pictures.add(found.embedding, gesture: name, source: source)
    } catch let error as StudioError {
      throw error
    } catch {
      throw StudioError(.teach, "\(error)")
    }
  }

  /// Forgets a gesture.
  mutating func remove(_ name: String) {
    enroller.remove(name)
    pictures.remove(gesture: name)
  }

  /// Trains on all examples.
  ///
  /// - Parameter base: the bundle to add the gestures to.
  /// - Throws: `StudioError`.
  mutating func train(base: Data) throws(StudioError) -> (report: GestureReport, bundle: Data) {
    do {
      let limits = ModelLimits(
        memoryByteCount: limits.networkMemoryBytes, time: .seconds(limits.workSeconds))
      let gestures = try GestureTrainer(limits: limits).train(dataset)
      let bundle = try GestureBundle.data(of: gestures, basedOn: base)
      self.bundle = bundle
      return (gestures.report, bundle)
    } catch {
      throw StudioError(error)
    }
  }
}
