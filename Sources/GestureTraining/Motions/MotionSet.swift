import HandPose
import MudraPlatform
import TFLiteFormat

/// The examples and the background of a motion trainer, in an order that depends only on what they are.
struct MotionSet {
  /// An example.
  struct Item {
    /// The place of its name.
    let motion: Int
    let cut: MotionExample
    let track: MotionTrack
    let group: String?
    let source: String
    /// The fold that it is left out with.
    var fold = 0
  }

  /// A part of the background.
  struct Block {
    let track: MotionTrack
    let fold: Int
  }

  /// The longest part of the background that is left out at a time, in milliseconds.
  private static let blockLength = 12_000
  static let foldLimit = 4

  /// The names in the order of their bytes.
  let names: [String]
  /// By motion, and then by what they look like.
  let items: [Item]
  let blocks: [Block]
  let foldCount: Int
  /// Whether folds are groups: people or sessions.
  let isByGroup: Bool
  let groupCount: Int
  /// By motion: 1 or 2.
  let handCounts: [Int]
  /// The length of the background in seconds.
  let backgroundDuration: Double

  init(_ trainer: MotionTrainer) throws(GestureTrainingError) {
    names = try GestureName.sorted(Set(trainer.examples.map { NameKey($0.label) }))
    guard !names.isEmpty else { throw .noExamples(pictureCount: 0) }
    guard names.count <= MotionModel.motionLimit else {
      throw .tooManyGestures(count: names.count, limit: MotionModel.motionLimit)
    }
    let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { (NameKey($1), $0) })
    var copies = MotionCopies(seed: 0)
    var found: [(item: Item, key: [Float])] = []
    for example in trainer.examples {
      guard let cut = MotionExample(example.track), let motion = places[NameKey(example.label)] else { continue }
      let item = Item(
        motion: motion, cut: cut, track: example.track, group: example.group, source: example.source)
      found.append((item, copies.window(cut.hand, nil, start: cut.start, end: cut.end).features))
    }
    found = found.ordered { first, second in
      if first.item.motion != second.item.motion { return first.item.motion < second.item.motion }
      return first.key.lexicographicallyPrecedes(second.key)
    }
    var items = found.map(\.item)
    handCounts = names.indices.map { motion in
      let own = items.filter { $0.motion == motion }
      return 2 * own.count { $0.cut.isOfTwoHands } > own.count ? 2 : 1
    }
    let groups = Set(items.map { NameKey($0.group ?? "") })
      .ordered { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    groupCount = groups.count
    isByGroup = groups.count > 1
    let motionCount = names.count
    let most = names.indices.map { motion in items.count { $0.motion == motion } }.max() ?? 1
    let foldCount = max(2, min(Self.foldLimit, isByGroup ? groups.count : most))
    let foldOfGroup = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0 % foldCount) })
    var counts = [Int](repeating: 0, count: motionCount)
    for index in items.indices {
      items[index].fold =
        isByGroup ? foldOfGroup[NameKey(items[index].group ?? "")] ?? 0 : counts[items[index].motion] % foldCount
      counts[items[index].motion] += 1
    }
    (self.items, self.foldCount) = (items, foldCount)
    (blocks, backgroundDuration) = Self.blocks(trainer.backgrounds.map(\.track), foldCount: foldCount)
  }

  /// The background in parts, each for a fold in turn.
  private static func blocks(_ tracks: [MotionTrack], foldCount: Int) -> ([Block], Double) {
    let sorted = tracks.filter { !$0.frames.isEmpty }.ordered { first, second in
      let (one, other) = (key(first), key(second))
      return one == other ? first.frames.count < second.frames.count : one.lexicographicallyPrecedes(other)
    }
    var blocks: [Block] = []
    for (number, track) in sorted.enumerated() {
      // Recordings are left out as a whole if there are some: they may be of several people.
      func fold() -> Int { (sorted.count > 2 ? number : blocks.count) % foldCount }
      var part = MotionTrack()
      var start: Int?
      for frame in track.frames {
        let time = frame.timestampInMilliseconds
        if let begin = start, time < begin || time.subtractingReportingOverflow(begin).partialValue >= blockLength {
          blocks.append(Block(track: part, fold: fold()))
          (part, start) = (MotionTrack(), nil)
        }
        start = start ?? time
        part.append(frame)
      }
      if !part.frames.isEmpty { blocks.append(Block(track: part, fold: fold())) }
    }
    return (blocks, blocks.reduce(0) { $0 + $1.track.duration })
  }

  /// The first hand of a track, which tells it from others.
  private static func key(_ track: MotionTrack) -> [Float] {
    track.frames.first { !$0.hands.isEmpty }?.hands.first?.landmarks.flatMap { [$0.x, $0.y] } ?? []
  }
}
