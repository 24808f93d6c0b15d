import GestureTraining
import HandRecording
import MudraPlatform
import TFLiteFormat
import VisionTasks

/// What C teaches: gestures or motions, by lines of results.
final class HeldTrainer: Sendable {
  /// What gestures are learned with.
  struct Gestures: Sendable {
    /// The bundle that they are added to.
    let base: Bytes
    /// Turns hands into numbers with that bundle's networks.
    let embedder: HandEmbedder
    /// Learns them.
    let trainer: GestureTrainer
  }

  private struct Lessons {
    var dataset = GestureDataset()
    var motions = MotionTrainer()
  }

  private let gestures: Gestures?
  private let lessons = Guarded(Lessons())

  /// A trainer of gestures, or of motions without them.
  init(_ gestures: Gestures?) { self.gestures = gestures }

  /// Adds lines, all or none.
  ///
  /// - Parameters:
  ///   - lines: results, and events, which are skipped.
  ///   - name: the gesture or the motion; nil for none.
  ///   - group: the person or the session.
  /// - Throws: `CallFailure` for lines that are no results, or have no hand; `GestureTrainingError` or `TaskError`.
  func add(_ lines: String, name: String?, group: String?) throws {
    try lessons.withLock { lessons in
      if let gestures {
        var dataset = lessons.dataset
        var count = 0
        try Self.forEach(of: lines, as: LandmarkLine.self) { line in
          if try dataset.add(line, gesture: name, group: group, embedder: gestures.embedder) { count += 1 }
        }
        guard count > 0 else { throw Self.noHand }
        lessons.dataset = dataset
      } else {
        var track = MotionTrack()
        try Self.forEach(of: lines, as: MotionTrack.Frame.self) { track.append($0) }
        guard track.frames.contains(where: { !$0.hands.isEmpty }) || name == nil && !track.frames.isEmpty else {
          throw Self.noHand
        }
        if let name {
          try lessons.motions.add(track, label: name, group: group)
        } else {
          lessons.motions.background(track)
        }
      }
    }
  }

  /// What has been learned, and what is known of it.
  ///
  /// - Throws: `GestureTrainingError`.
  func trained() throws(GestureTrainingError) -> (bytes: [UInt8], card: String) {
    let lessons = lessons.withLock { $0 }
    guard let gestures else {
      let trained = try lessons.motions.trained()
      return (Array(trained.model.data), trained.card)
    }
    let trained = try gestures.trainer.train(lessons.dataset)
    return (try GestureBundle.bytes(of: trained, basedOn: gestures.base), ModelCard(trained).text)
  }

  private static let noHand = CallFailure(.notFoundError, "The lines show no hand")

  /// Calls `body` with each line that tells of hands.
  private static func forEach<Line: Decodable>(
    of lines: String, as type: Line.Type, _ body: (Line) throws -> Void
  ) throws {
    for (index, text) in lines.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        let json = try JSONText(text)
        guard case .object(let members) = json else { throw CallFailure.invalid("Line \(index + 1) is no object") }
        if members["hands"] != nil { try body(json.decoded(as: type)) }
      } catch let fault as JSONText.Fault {
        throw CallFailure.invalid("Line \(index + 1): \(fault.expected) was expected at byte \(fault.offset)")
      } catch let fault as LandmarkLine.Fault {
        throw CallFailure.invalid("Line \(index + 1): \(fault.reason)")
      } catch let error as DecodingError {
        throw CallFailure.invalid("Line \(index + 1) is not of the form mudra.result/1: \(OptionsError(error).reason)")
      }
    }
  }
}

/// How gestures are learned, as JSON says it; keys that are left out have the trainer's default.
struct TrainerSettings: Decodable {
  private enum Key: CodingKey {
    case method, keptShare, regularization
  }

  /// The options.
  private(set) var options = GestureTrainingOptions()

  /// Reads settings.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    typealias Method = GestureTrainingOptions.Method
    options.method = try values.decodeIfPresent(Method.self, forKey: .method) ?? options.method
    options.keptShare = try values.decodeIfPresent(Double.self, forKey: .keptShare) ?? options.keptShare
    options.regularization = try values.decodeIfPresent(Double.self, forKey: .regularization) ?? options.regularization
  }
}

extension CallFailure {
  /// The failure of a training.
  init(_ error: GestureTrainingError) {
    switch error {
    case .task(let error): self.init(error)
    case .bundle, .cannotRead: self.init(.unknownError, error.description)
    case .limit: self.init(.resourceExhaustedError, error.description)
    case .noMotion: self.init(.notFoundError, error.description)
    default: self.init(.invalidArgumentError, error.description)
    }
  }
}
