import TFLiteFormat

extension GestureReport {
  /// The report on a fit.
  ///
  /// - Throws: `GestureTrainingError.cancelled`.
  init(
    _ set: TrainingSet, fit: DistanceFit, head: GestureHead, background: LearnedBackground, dataset: GestureDataset
  ) throws(GestureTrainingError) {
    let limit = fit.head.squaredLimit
    var table = ConfusionTable(classCount: set.names.count)
    var doubts: [Doubt] = []
    var leftOut = LeftOutExamples()
    for (index, own) in set.classes.enumerated() {
      guard !Task.isCancelled else { throw .cancelled }
      var distances = fit.head.squaredDistances(fit.points[index])
      distances[own] = fit.ownSquaredDistances[index]
      let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? own
      leftOut.add(squaredDistances: distances, own: own, head: fit.head)
      table.add(own, nearest, isRefused: distances[nearest] > limit, isKept: distances[own] <= limit)
      if nearest != own {
        doubts.append(
          Doubt(
            source: set.examples[index].source, gesture: set.names[own], appearance: set.names[nearest],
            ratio: (distances[own] / max(distances[nearest], .leastNormalMagnitude)).squareRoot()))
      }
    }
    let skippedCounts = Dictionary(grouping: dataset.skipped.compactMap(\.gesture), by: NameKey.init).mapValues(\.count)
    gestures = set.names.enumerated().map { index, name in
      Gesture(
        name: name, exampleCount: table.count(index), skippedCount: skippedCounts[NameKey(name)] ?? 0,
        precision: table.precision(index), recall: table.recall(index))
    }
    accuracy = Double(table.nearestIsOwn) / Double(set.classes.count)
    keptShare = Double(table.kept) / Double(set.classes.count)
    confusions = table.entries.map { entry in
      Confusion(
        gesture: set.names[entry.own], appearance: entry.appearance.map { set.names[$0] }, count: entry.count)
    }
    self.doubts = doubts.sorted { $0.ratio != $1.ratio ? $0.ratio > $1.ratio : $0.source < $1.source }
    nearestPair = Self.nearestPair(set.names, fit.head)
    takeovers = Self.takeovers(set)
    backgroundCount = set.background.count
    backgroundAccepted = set.background.count { head.accepts($0.embedding.values) }
    otherPoses = background.report(head)
    for example in set.background {
      guard !Task.isCancelled else { throw .cancelled }
      leftOut.add(
        backgroundSquaredDistances: fit.head.squaredDistances(fit.head.point(example.embedding.values)), head: fit.head)
    }
    rejectCurve = leftOut.rejectCurve(squaredLimit: limit)
    calibration = leftOut.calibration()
    skipped = dataset.skipped.sorted { $0.source.utf8.lexicographicallyPrecedes($1.source.utf8) }
    bordered = dataset.bordered.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func nearestPair(_ names: [String], _ head: DistanceHead) -> Pair? {
    var nearest: (first: Int, second: Int, squaredDistance: Double)?
    for first in names.indices {
      for second in 0..<first {
        let distance = DistanceHead.squaredDistance(head.means[first], head.means[second])
        if distance < nearest?.squaredDistance ?? .infinity { nearest = (second, first, distance) }
      }
    }
    return nearest.map { pair in
      Pair(
        first: names[pair.first], second: names[pair.second],
        relativeDistance: (pair.squaredDistance / head.squaredLimit).squareRoot())
    }
  }

  private static func takeovers(_ set: TrainingSet) -> [Takeover] {
    set.names.indices.flatMap { index -> [Takeover] in
      var counts: [NameKey: Int] = [:]
      for (example, own) in zip(set.examples, set.classes) where own == index {
        if let canned = example.embedding.cannedGesture { counts[NameKey(canned), default: 0] += 1 }
      }
      let name = set.names[index]
      return counts.filter { !$0.key.name.hasSameBytes(as: name) }
        .sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
        .map { Takeover(gesture: name, cannedGesture: $0.key.name, count: $0.value) }
    }
  }
}

/// Counts of what examples are and look like; only pairs that occur take memory.
struct ConfusionTable {
  private struct Key: Hashable {
    let own: Int
    let appearance: Int?
  }

  private var counts: [Key: Int] = [:]
  private var ownCounts: [Int]
  private var appearanceCounts: [Int]
  /// Examples whose nearest class is their own, within the limit or not.
  private(set) var nearestIsOwn = 0
  /// Examples within the limit of their own class.
  private(set) var kept = 0

  init(classCount: Int) {
    ownCounts = [Int](repeating: 0, count: classCount)
    appearanceCounts = ownCounts
  }

  mutating func add(_ own: Int, _ nearest: Int, isRefused: Bool, isKept: Bool) {
    counts[Key(own: own, appearance: isRefused ? nil : nearest), default: 0] += 1
    ownCounts[own] += 1
    if !isRefused { appearanceCounts[nearest] += 1 }
    if own == nearest { nearestIsOwn += 1 }
    if isKept { kept += 1 }
  }

  func count(_ own: Int) -> Int { ownCounts[own] }

  func precision(_ label: Int) -> Double {
    appearanceCounts[label] == 0 ? 0 : Double(hits(label)) / Double(appearanceCounts[label])
  }

  func recall(_ label: Int) -> Double {
    ownCounts[label] == 0 ? 0 : Double(hits(label)) / Double(ownCounts[label])
  }

  private func hits(_ label: Int) -> Int { counts[Key(own: label, appearance: label)] ?? 0 }

  /// By class, then by appearance; those that are refused come last.
  var entries: [(own: Int, appearance: Int?, count: Int)] {
    counts.map { ($0.key.own, $0.key.appearance, $0.value) }
      .sorted { ($0.own, $0.appearance ?? .max) < ($1.own, $1.appearance ?? .max) }
  }
}
