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

  /// An example, or other movements, and the place that they take.
  private struct Taken {
    var track = MotionTrack()
    var handCount = 0
    var shares: [MemoryBudget.Share] = []
  }

  /// About what a hand of a frame takes, in bytes.
  private static let handByteCount = 2048

  private let limits: StudioLimits
  private let memory: MemoryBudget
  private var taken: [Key: Taken] = [:]

  init(_ limits: StudioLimits, _ memory: MemoryBudget) {
    (self.limits, self.memory) = (limits, memory)
  }

  /// How many examples there are of each motion.
  var counts: [(name: String, count: Int)] {
    Dictionary(grouping: taken.keys.compactMap(\.motion)) { $0 }
      .map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// The length of the other movements in seconds.
  var backgroundSeconds: Double {
    taken.reduce(0) { $0 + ($1.key.motion == nil ? $1.value.track.duration : 0) }
  }

  /// Takes examples, or the next parts of them: all of a message, or none.
  ///
  /// - Throws: `StudioError`.
  mutating func add(_ parts: [TaughtMotion]) throws(StudioError) {
    guard !parts.isEmpty else { return }
    let counts = parts.map { Self.handCount($0.frames) }
    let room = limits.taughtHands - taken.values.reduce(0) { $0 + $1.handCount }
    guard counts.reduce(0, +) <= room else {
      throw StudioError(.limit, "motions of \(limits.taughtHands) hands in frames are the limit: forget one")
    }
    for part in parts {
      guard part.source.utf8.count <= 1024, part.motion?.utf8.count ?? 0 <= 1024 else {
        throw StudioError(.teach, "a motion has too long a text")
      }
    }
    let names = Set((taken.keys.map(\.motion) + parts.map(\.motion)).compactMap { $0 })
    guard names.count <= limits.taughtGestures else {
      throw StudioError(.limit, "\(limits.taughtGestures) motions are the limit")
    }
    var next = taken
    for (part, count) in zip(parts, counts) {
      let share = try memory.take(count * Self.handByteCount)
      let key = Key(motion: part.motion, source: part.source)
      for frame in part.frames { next[key, default: Taken()].track.append(frame) }
      next[key, default: Taken()].handCount += count
      next[key, default: Taken()].shares.append(share)
    }
    taken = next
  }

  /// A frame without hands takes place, too.
  private static func handCount(_ frames: [MotionTrack.Frame]) -> Int {
    frames.reduce(0) { $0 + max($1.hands.count, 1) }
  }

  /// Forgets a motion, and gives back its place.
  mutating func remove(_ name: String) {
    taken = taken.filter { $0.key.motion != name }
  }

  /// Learns the motions; nil if there are none.
  ///
  /// - Throws: `GestureTrainingError`.
  func trained(_ limits: ModelLimits) throws(GestureTrainingError) -> TrainedMotions? {
    guard taken.keys.contains(where: { $0.motion != nil }) else { return nil }
    var trainer = MotionTrainer(limits: limits)
    for (key, taken) in taken {
      guard let name = key.motion else {
        trainer.background(taken.track, source: key.source)
        continue
      }
      try trainer.add(taken.track, label: name, source: "“\(name)”, \(key.source)")
    }
    return try trainer.trained()
  }
}
