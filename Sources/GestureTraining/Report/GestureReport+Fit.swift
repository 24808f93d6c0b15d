import MudraPlatform
import TFLiteFormat

extension GestureReport {
  /// The report on a fit.
  ///
  /// - Throws: `GestureTrainingError.cancelled` or `.limit`.
  init(
    _ set: TrainingSet, distances training: DistanceTraining, head: GestureHead, background: LearnedBackground,
    dataset: GestureDataset, _ budget: TrainingBudget
  ) throws(GestureTrainingError) {
    let distanceHead = training.head
    let limit = distanceHead.squaredLimit
    var table = ConfusionTable(classCount: set.names.count)
    var doubts: [Doubt] = []
    var leftOut = LeftOutExamples()
    for (index, own) in set.classes.enumerated() {
      try budget.check()
      guard let distances = training.leftOutDistances(set, index) else { continue }
      let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? own
      leftOut.add(squaredDistances: distances, own: own, head: distanceHead)
      table.add(own, nearest, isRefused: distances[nearest] > limit, isKept: distances[own] <= limit)
      if nearest != own {
        doubts.append(
          Doubt(
            source: set.examples[index].source, gesture: set.names[own], appearance: set.names[nearest],
            ratio: (distances[own] / max(distances[nearest], .leastNormalMagnitude)).squareRoot()))
      }
    }
    let skippedCounts = Dictionary(grouping: dataset.skipped.compactMap(\.gesture), by: NameKey.init).mapValues(\.count)
    var groupsOfGestures = set.names.map { _ in Set<NameKey>() }
    var exampleCounts = set.names.map { _ in 0 }
    for (example, label) in zip(set.examples, set.classes) {
      groupsOfGestures[label].insert(NameKey(example.group ?? ""))
      exampleCounts[label] += 1
    }
    gestures = set.names.enumerated().map { index, name in
      Gesture(
        name: name, exampleCount: exampleCounts[index], groupCount: groupsOfGestures[index].count,
        skippedCount: skippedCounts[NameKey(name)] ?? 0,
        precision: table.precision(index), recall: table.recall(index))
    }
    groupCount = set.groups.count
    isByGroup = training.groups != nil
    comparedCount = table.total
    self.limit = training.limit
    accuracy = Double(table.nearestIsOwn) / Double(max(table.total, 1))
    keptShare = Double(table.kept) / Double(max(table.total, 1))
    confusions = table.entries.map { entry in
      Confusion(
        gesture: set.names[entry.own], appearance: entry.appearance.map { set.names[$0] }, count: entry.count)
    }
    self.doubts = doubts.ordered { $0.ratio != $1.ratio ? $0.ratio > $1.ratio : $0.source < $1.source }
    nearestPair = try Self.nearestPair(set.names, distanceHead, budget)
    takeovers = Self.takeovers(set)
    backgroundCount = set.background.count
    var accepted = 0
    for example in set.background {
      try budget.check()
      if head.accepts(example.embedding.values) { accepted += 1 }
    }
    backgroundAccepted = accepted
    otherPoses = background.report(head)
    for example in set.background {
      try budget.check()
      leftOut.add(
        backgroundSquaredDistances: distanceHead.squaredDistances(of: example.embedding.values), head: distanceHead)
    }
    rejectCurve = leftOut.rejectCurve(squaredLimit: limit)
    calibration = leftOut.calibration()
    skipped = dataset.skipped.ordered { $0.source.utf8.lexicographicallyPrecedes($1.source.utf8) }
    bordered = dataset.bordered.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func nearestPair(
    _ names: [String], _ head: DistanceHead, _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> Pair? {
    guard names.count > 1 else { return nil }
    let gaps = try head.space.gaps(budget)
    let first = gaps.indices.min { gaps[$0].squaredDistance < gaps[$1].squaredDistance } ?? 0
    return Pair(
      first: names[first], second: names[gaps[first].other],
      relativeDistance: (gaps[first].squaredDistance / head.squaredLimit).squareRoot())
  }

  private static func takeovers(_ set: TrainingSet) -> [Takeover] {
    set.names.indices.flatMap { index -> [Takeover] in
      var counts: [NameKey: Int] = [:]
      for (example, own) in zip(set.examples, set.classes) where own == index {
        if let canned = example.embedding.cannedGesture { counts[NameKey(canned), default: 0] += 1 }
      }
      let name = set.names[index]
      return counts.filter { !$0.key.name.hasSameBytes(as: name) }
        .ordered { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
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

  /// All examples.
  var total: Int { ownCounts.reduce(0, +) }

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
      .ordered { ($0.own, $0.appearance ?? .max) < ($1.own, $1.appearance ?? .max) }
  }
}
