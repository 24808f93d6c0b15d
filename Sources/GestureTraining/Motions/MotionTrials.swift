import HandPose
import MudraPlatform

/// What networks say of the examples and the background that they were not trained on.
struct MotionTrials {
  /// A left-out example.
  struct Trial {
    let item: Int
    /// The score with which its own motion is recognized; nil if it is not.
    var score: Float?
    /// What is recognized with the highest score.
    var top: (motion: Int, score: Float)?
  }

  /// The rates of the curve.
  private static let rates = [0.1, 0.25, 0.5, 1, 2, 4, 8]
  /// Scores below this count as nothing.
  private static let least: Float = 0.15
  /// Beyond the highest, a short background would ask for more than examples of other people reach. Where few false
  /// alarms are asked for, one without hard movements must not ask for less than others do.
  private static let (lowest, lowestOfFew, highest): (Float, Float, Float) = (0.2, 0.44, 0.62)

  private let set: MotionSet
  private(set) var trials: [Trial] = []
  /// What is recognized in the background: motions and scores.
  private(set) var alarms: [(motion: Int, score: Float)] = []

  init(_ set: MotionSet) { self.set = set }

  /// Runs a fold's model on what is left out.
  mutating func run(_ model: MotionModel, fold: Int, _ budget: TrainingBudget) throws(GestureTrainingError) {
    let places = Dictionary(uniqueKeysWithValues: model.motions.enumerated().map { ($1.name, $0) })
    for block in set.blocks where block.fold == fold {
      try budget.check()
      for event in Self.events(block.track, model, rest: false) {
        if let motion = places[event.name] { alarms.append((motion, event.score)) }
      }
    }
    for (index, item) in set.items.enumerated() where item.fold == fold {
      try budget.check()
      var trial = Trial(item: index)
      for event in Self.events(item.track, model, rest: true) {
        guard let motion = places[event.name] else { continue }
        if motion == item.motion { trial.score = max(trial.score ?? 0, event.score) }
        if event.score > trial.top?.score ?? 0 { trial.top = (motion, event.score) }
      }
      trials.append(trial)
    }
  }

  /// What is recognized in a track.
  ///
  /// - Parameter rest: whether the hands rest before and after it, as those of an example that was cut out closely.
  private static func events(_ track: MotionTrack, _ model: MotionModel, rest: Bool) -> [MotionEvent] {
    var motions = HandMotions(model: model, thresholds: (least, least))
    var events: [MotionEvent] = []
    guard let first = track.frames.first, let last = track.frames.last else { return [] }
    func add(_ frame: MotionTrack.Frame, at time: Int) {
      events += motions.update(frame.hands, aspectRatio: frame.aspectRatio, at: time)
    }
    if rest {
      for step in (1...6).reversed() { add(first, at: first.timestampInMilliseconds &- step * 66) }
    }
    for frame in track.frames { add(frame, at: frame.timestampInMilliseconds) }
    if rest { for step in 1...8 { add(last, at: last.timestampInMilliseconds &+ step * 66) } }
    events += motions.finish()
    return events.filter { $0.kind == .recognized }
  }

  /// The scores at which there are so many false alarms a minute; empty without a background.
  func curve(handCount: Int) -> [MotionModel.AlarmPoint] {
    let minutes = set.backgroundDuration / 60
    guard minutes > 0 else { return [] }
    let scores = alarms.filter { set.handCounts[$0.motion] == handCount }.map(\.score).sorted(by: >)
    // Motions of one hand and of two share the false alarms.
    let share = Set(set.handCounts).count > 1 ? 0.5 : 1
    let own = trials.filter { set.handCounts[set.items[$0.item].motion] == handCount }
    return Self.rates.map { rate in
      let lowest = rate > 0.5 ? Self.lowest : Self.lowestOfFew
      let score = min(max(Self.score(scores, count: rate * share * minutes), lowest), Self.highest)
      let seen = own.count { ($0.score ?? 0) >= score }
      return MotionModel.AlarmPoint(
        falseAlarmsPerMinute: rate, score: score, recall: own.isEmpty ? 0 : Double(seen) / Double(own.count))
    }
  }

  /// The score that so many of the sorted scores exceed. Less than one is expected from how the highest ones fall off.
  private static func score(_ sorted: [Float], count: Double) -> Float {
    guard let top = sorted.first else { return lowest }
    let place = count - 1
    if place >= 0 {
      let index = Int(place)
      guard index + 1 < sorted.count else { return min(sorted[sorted.count - 1], top) }
      return sorted[index] + (sorted[index + 1] - sorted[index]) * Float(place - Double(index)) + 1e-4
    }
    let few = sorted.prefix(6)
    guard let last = few.last else { return top }
    let fall = max(few.reduce(0, +) / Float(few.count) - last, 0.01)
    return top + fall / 2 * Float(-log(max(count, 1e-3)))
  }
}
