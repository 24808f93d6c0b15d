import GestureTraining
import HandRecording
import Mudra

/// An example of a motion, or a stretch of other movements, which a client has taken and keeps.
struct TaughtMotion: Sendable, Decodable {
  /// The name of the motion; nil for other movements.
  let motion: String?
  /// Which example it is. The parts of one that is too long for a message have the same source.
  let source: String
  /// The hands.
  let frames: [MotionTrack.Frame]
}

/// The motions that one socket teaches.
struct TaughtMotions {
  private struct Key: Hashable {
    let motion: String?
    let source: String
  }

  /// About what a hand of a frame takes, in bytes.
  private static let handByteCount = 2048

  private let limits: StudioLimits
  private let memory: MemoryBudget
  private var tracks: [Key: MotionTrack] = [:]
  private var shares: [MemoryBudget.Share] = []
  private var handCount = 0

  init(_ limits: StudioLimits, _ memory: MemoryBudget) {
    (self.limits, self.memory) = (limits, memory)
  }

  /// How many examples there are of each motion.
  var counts: [(name: String, count: Int)] {
    Dictionary(grouping: tracks.keys.compactMap(\.motion)) { $0 }
      .map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// The length of the other movements in seconds.
  var backgroundSeconds: Double {
    tracks.reduce(0) { $0 + ($1.key.motion == nil ? $1.value.duration : 0) }
  }

  /// Takes examples, or the next parts of them: all of a message, or none.
  ///
  /// - Throws: `StudioError`.
  mutating func add(_ parts: [TaughtMotion]) throws(StudioError) {
    guard !parts.isEmpty else { return }
    // A frame without hands takes place, too.
    let count = parts.reduce(0) { $0 + $1.frames.reduce(0) { $0 + max($1.hands.count, 1) } }
    guard count <= limits.taughtHands - handCount else {
      throw StudioError(.limit, "motions of \(limits.taughtHands) hands in frames are the limit: forget one")
    }
    for part in parts {
      guard part.source.utf8.count <= 1024, part.motion?.utf8.count ?? 0 <= 1024 else {
        throw StudioError(.teach, "a motion has too long a text")
      }
    }
    let names = Set((tracks.keys.map(\.motion) + parts.map(\.motion)).compactMap { $0 })
    guard names.count <= limits.taughtGestures else {
      throw StudioError(.limit, "\(limits.taughtGestures) motions are the limit")
    }
    shares.append(try memory.take(count * Self.handByteCount))
    handCount += count
    for part in parts {
      let key = Key(motion: part.motion, source: part.source)
      for frame in part.frames { tracks[key, default: MotionTrack()].append(frame) }
    }
  }

  /// Forgets a motion.
  mutating func remove(_ name: String) {
    tracks = tracks.filter { $0.key.motion != name }
  }

  /// Learns the motions; nil if there are none.
  ///
  /// - Throws: `GestureTrainingError`.
  func trained(_ limits: ModelLimits) throws(GestureTrainingError) -> TrainedMotions? {
    guard tracks.keys.contains(where: { $0.motion != nil }) else { return nil }
    var trainer = MotionTrainer(limits: limits)
    for (key, track) in tracks {
      guard let name = key.motion else {
        trainer.background(track, source: key.source)
        continue
      }
      try trainer.add(track, label: name, source: "“\(name)”, \(key.source)")
    }
    return try trainer.trained()
  }
}
