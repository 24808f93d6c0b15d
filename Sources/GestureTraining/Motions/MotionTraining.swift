import HandPose
import MudraPlatform

/// A training of motions: rows, networks, and what they say about what was left out.
struct MotionTraining {
  /// Changed copies of an example.
  private static let copyCount = 25
  /// The weight of all windows of a motion, in windows of the background.
  private static let motionWeight: Float = 150
  /// The weight of a window that shows a part of a motion, and the share up to which it is not the motion.
  private static let (partWeight, partShare): (Float, Double) = (3, 0.4)
  /// Joined with other movements: tracks of an example, and the share up to which a window is not the motion.
  private static let (spliceCount, spliceShare) = (3, 0.45)
  /// The background windows that are learned from: a part of all, and then those that look most like a motion.
  private static let (sampleLimit, hardLimit) = (3000, 3000)
  /// The background windows that are looked at.
  private static let windowLimit = 24_000
  /// Examples lead the same way if the mean of their directions is longer than this.
  private static let sameWay: Float = 0.7
  /// How far the ways of their copies may be turned then, in radians.
  private static let sameTurn: Float = 0.17
  private static let seed: UInt64 = 0x4D55_4452_4131

  private let set: MotionSet
  private var one: PartFit?
  private var two: PartFit?

  /// The sums of one part of a model.
  private struct PartFit {
    let motions: [Int]
    let windows: [Double]
    let leastExtent: Float
    var fit: MotionFit
  }

  private let motions: [MotionModel.Motion]

  init(_ set: MotionSet, _ budget: TrainingBudget) throws(GestureTrainingError) {
    self.set = set
    var copies = MotionCopies(seed: Self.seed)
    var extents = [[Float]](repeating: [], count: set.names.count)
    for item in set.items {
      extents[item.motion].append(
        copies.window(
          item.cut.hand, set.handCounts[item.motion] == 2 ? item.cut.other : nil, start: item.cut.start,
          end: item.cut.end
        ).extent)
    }
    let motions = set.names.indices.map { motion in
      let durations = set.items.filter { $0.motion == motion }.map(\.cut.duration)
      return MotionModel.Motion(
        name: set.names[motion], handCount: set.handCounts[motion],
        durations: (durations.min() ?? 1)...(durations.max() ?? 1),
        extent: max(extents[motion].reduce(0, +) / Float(max(extents[motion].count, 1)), 1e-3))
    }
    self.motions = motions
    let histories = set.blocks.map { ($0.fold, MotionHistory.all(of: $0.track)) }
    for count in 1...2 {
      let own = set.names.indices.filter { set.handCounts[$0] == count }
      guard !own.isEmpty else { continue }
      let least = own.compactMap { extents[$0].min() }.min() ?? 0
      let part = try Self.part(
        set, motions, own, handCount: count, leastExtent: 0.35 * least, histories, budget)
      if count == 1 { one = part } else { two = part }
    }
  }

  // MARK: Rows

  private static func part(
    _ set: MotionSet, _ motions: [MotionModel.Motion], _ own: [Int], handCount: Int, leastExtent: Float,
    _ background: [(fold: Int, histories: [MotionHistory])], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> PartFit {
    let shortest = own.map { motions[$0].durations.lowerBound }.min() ?? 1
    let longest = own.map { motions[$0].durations.upperBound }.max() ?? 1
    let windows = MotionModel.Part.windows(for: shortest...longest)
    var rows = try positives(set, own, handCount: handCount, budget)
    let candidates = try others(set, own, windows, handCount: handCount, leastExtent: leastExtent, background, budget)
    // Every so many of them, whatever their number.
    let stride = max(1, (candidates.count + sampleLimit - 1) / sampleLimit)
    let sample = candidates.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    rows += sample
    var fit = MotionFit(
      motionCount: own.count, handCount: handCount, foldCount: set.foldCount, scaledBy: rows, seed: seed)
    try fit.add(rows, budget)
    if stride > 1 {
      let network = try fit.network(budget)
      var input = [Float](repeating: 0, count: MotionFeatures.count)
      var scores = [Float](repeating: 0, count: own.count)
      var hard: [(score: Float, index: Int)] = []
      for (index, row) in candidates.enumerated() where index % stride != 0 {
        if index % 1024 == 0 { try budget.check() }
        MotionNetwork.normalize(row.features, means: fit.means, scales: fit.scales, into: &input)
        network.score(input, into: &scores)
        hard.append((scores.max() ?? 0, index))
      }
      hard = hard.ordered { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
      try fit.add(hard.prefix(hardLimit).map { candidates[$0.index] }, budget)
    }
    return PartFit(motions: own, windows: windows, leastExtent: leastExtent, fit: fit)
  }

  /// Changed copies of the examples.
  private static func positives(
    _ set: MotionSet, _ own: [Int], handCount: Int, _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> [MotionFit.Row] {
    var rows: [MotionFit.Row] = []
    for (place, motion) in own.enumerated() {
      let items = set.items.filter { $0.motion == motion && (handCount == 1 || $0.cut.other != nil) }
      // Two hands that go apart are not what two hands do that come together.
      let turn = handCount == 2 ? sameTurn : turn(of: items.map(\.cut))
      let weight = motionWeight / Float(max(items.count, 1) * (copyCount + 1))
      for (number, item) in items.enumerated() {
        try budget.check()
        var copies = MotionCopies(seed: seed &+ UInt64(motion * 4096 + number) &* 0x1_0001)
        let other = handCount == 2 ? item.cut.other : nil
        for copy in 0...copyCount {
          let features =
            copy == 0
            ? copies.window(item.cut.hand, other, start: item.cut.start, end: item.cut.end).features
            : copies.copy(item.cut.hand, other, start: item.cut.start, end: item.cut.end, turn: turn).features
          rows.append(MotionFit.Row(features: features, motion: place, weight: weight, fold: item.fold))
        }
      }
    }
    return rows
  }

  /// How far the ways of copies may be turned: all around if the examples lead everywhere, as when a circle may begin
  /// anywhere; a few degrees if they lead the same way.
  private static func turn(of examples: [MotionExample]) -> Float {
    guard examples.count >= MotionTrainer.sufficientExampleCount else { return sameTurn }
    var copies = MotionCopies(seed: 0)
    var sum = SIMD2<Float>.zero
    for example in examples {
      let features = copies.window(example.hand, nil, start: example.start, end: example.end).features
      // The slowest wave of the index finger's tip.
      let way = SIMD2(features[2], features[3])
      sum += way / max((way * way).sum().squareRoot(), 1e-6)
    }
    return (sum * sum).sum().squareRoot() / Float(examples.count) < sameWay ? .pi : sameTurn
  }

  /// Windows of the background, of motions of another number of hands, of parts of the motions, and of motions amid
  /// other movements.
  private static func others(
    _ set: MotionSet, _ own: [Int], _ windows: [Double], handCount: Int, leastExtent: Float,
    _ background: [(fold: Int, histories: [MotionHistory])], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> [MotionFit.Row] {
    var rows: [MotionFit.Row] = []
    var copies = MotionCopies(seed: seed)
    let duration = max(set.backgroundDuration, 1)
    let step = max(0.1, duration * Double(windows.count) * Double(handCount == 1 ? 1.5 : 1) / Double(windowLimit))
    /// Adds the windows of a stretch of time that count.
    func add(
      _ hand: MotionHistory, _ other: MotionHistory?, _ stretch: ClosedRange<Double>, early: Double = 0,
      every step: Double, weight: Float = 1, fold: Int, copied: Bool = false, if counts: (Double, Double) -> Bool
    ) {
      for window in windows {
        var time = stretch.lowerBound + (1 - early) * window
        while time <= stretch.upperBound {
          let start = time - window
          if counts(start, time) {
            let seen = copies.window(hand, other, start: start, end: time)
            if seen.extent >= leastExtent {
              rows.append(MotionFit.Row(features: seen.features, motion: nil, weight: weight, fold: fold))
              // What other people do is like this, but not the same.
              if copied, case let copy = copies.copy(hand, other, start: start, end: time), copy.extent >= leastExtent {
                rows.append(MotionFit.Row(features: copy.features, motion: nil, weight: weight, fold: fold))
              }
            }
          }
          time += step
        }
      }
    }
    typealias Stretch = (hand: MotionHistory, other: MotionHistory?, span: ClosedRange<Double>)
    /// When a hand is seen, or two hands are.
    func stretches(_ histories: [MotionHistory]) -> [Stretch] {
      histories.enumerated().flatMap { index, hand in
        (handCount == 1 ? [nil] : histories[(index + 1)...].map { Optional($0) }).compactMap { other in
          guard let start = hand.start, let end = hand.end else { return nil }
          let (low, high) = (max(start, other?.start ?? start), min(end, other?.end ?? end))
          return high - low >= windows[0] ? (hand, other, low...high) : nil
        }
      }
    }
    func addAll(_ stretches: [Stretch], fold: Int) {
      for (hand, other, span) in stretches {
        add(hand, other, span, early: 0.2, every: step, fold: fold, copied: true) { _, _ in true }
      }
    }
    /// By fold: where an example can be put between other movements.
    var bases = [[Stretch]](repeating: [], count: set.foldCount)
    for (fold, histories) in background {
      try budget.check()
      let stretches = stretches(histories)
      addAll(stretches, fold: fold)
      bases[fold] += stretches.filter { MotionSplice.fits($0.span) }
    }
    for (number, item) in set.items.enumerated() {
      try budget.check()
      let (cut, other) = (item.cut, handCount == 2 ? item.cut.other : nil)
      guard own.contains(item.motion) else {
        addAll(stretches([cut.hand] + (cut.other.map { [$0] } ?? [])), fold: item.fold)
        continue
      }
      guard handCount == 1 || other != nil, let from = cut.hand.start, let to = cut.hand.end, to > from else {
        continue
      }
      func share(_ start: Double, _ end: Double, of motion: (start: Double, end: Double)) -> Double {
        (min(end, motion.end) - max(start, motion.start)) / (max(end, motion.end) - min(start, motion.start))
      }
      add(cut.hand, other, from...to, every: 0.06, weight: partWeight, fold: item.fold) {
        share($0, $1, of: (cut.start, cut.end)) < partShare
      }
      let bases = bases[item.fold]
      for place in 0..<(bases.isEmpty ? 0 : spliceCount) {
        let base = bases[(number + place) % bases.count]
        let splice = MotionSplice(
          cut, in: (base.hand, base.other), base.span, at: Double((7 * number + 3 * place) % 20) / 20)
        let joined = splice.joined(cut.hand, in: base.hand)
        let pair = other.flatMap { other in base.other.map { splice.joined(other, in: $0) } }
        guard let start = joined.start, let end = joined.end else { continue }
        add(joined, pair, start...end, every: 0.17, fold: item.fold) {
          $1 > splice.start && $0 < splice.end && share($0, $1, of: (splice.start, splice.end)) < spliceShare
        }
      }
    }
    return rows
  }

  // MARK: Networks

  private func model(
    without fold: Int?, curve: [MotionModel.AlarmPoint], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> MotionModel {
    func part(_ fit: PartFit?) throws(GestureTrainingError) -> MotionModel.Part? {
      guard let fit else { return nil }
      return MotionModel.Part(
        motions: fit.motions, network: try fit.fit.network(without: fold, budget), curve: curve, windows: fit.windows,
        leastExtent: fit.leastExtent)
    }
    return MotionModel(motions: motions, oneHand: try part(one), twoHands: try part(two))
  }

  /// The networks, with curves from what each sees of what it was not trained on.
  func result(_ budget: TrainingBudget) throws(GestureTrainingError) -> TrainedMotions {
    var trials = MotionTrials(set)
    for fold in 0..<set.foldCount {
      let model = try model(without: fold, curve: [], budget)
      try trials.run(model, fold: fold, budget)
    }
    return TrainedMotions(
      model: try model(without: nil, curve: trials.curve(), budget), report: MotionReport(set, motions, trials),
      libraryVersion: LibraryVersion.text)
  }
}
