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
  private static let rates = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8]
  /// Scores below this count as nothing.
  private static let least: Float = 0.15
  /// What backgrounds of other people ask for at half a false alarm a minute, and how much less for e times as many.
  /// One without hard movements must not ask for less; a short one with many asks for at most so much more.
  private static let (usual, fall, leeway): (Float, Float, Float) = (0.46, 0.08, 0.15)
  /// The highest scores of the background, from which the others are judged.
  private static let tailCount = 20

  private let set: MotionSet
  private(set) var trials: [Trial] = []
  /// What is recognized in the background: motions and scores.
  private(set) var alarms: [(motion: Int, score: Float)] = []
  /// How long hands were seen in the background, each by itself.
  private var handSeconds = 0.0

  init(_ set: MotionSet) { self.set = set }

  /// Runs a fold's model on what is left out.
  mutating func run(_ model: MotionModel, fold: Int, _ budget: TrainingBudget) throws(GestureTrainingError) {
    let places = Dictionary(uniqueKeysWithValues: model.motions.enumerated().map { ($1.name, $0) })
    for block in set.blocks where block.fold == fold {
      try budget.check()
      let hands = block.track.frames.reduce(0) { $0 + min($1.hands.count, MotionHands.limit) }
      handSeconds += block.track.duration * Double(hands) / Double(max(block.track.frames.count, 1))
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

  /// The scores at which there are so many false alarms a minute for each hand; empty without a background.
  func curve() -> [MotionModel.AlarmPoint] {
    guard handSeconds > 0 else { return [] }
    let scores = alarms.map(\.score).sorted(by: >)
    return Self.rates.map { rate in
      let usual = Self.usual - Self.fall * Float(log(rate / 0.5))
      let score = min(max(Self.score(scores, count: rate * handSeconds / 60), usual), usual + Self.leeway)
      let seen = trials.count { ($0.score ?? 0) >= score }
      return MotionModel.AlarmPoint(
        falseAlarmsPerMinute: rate, score: score, recall: trials.isEmpty ? 0 : Double(seen) / Double(trials.count))
    }
  }

  /// The score that so many of the sorted scores exceed, if the highest ones fall off exponentially: all of them say
  /// more of that than the highest one alone, and ``fall`` counts as much as four of them.
  private static func score(_ sorted: [Float], count: Double) -> Float {
    let tail = sorted.prefix(tailCount)
    guard let foot = tail.last else { return 0 }
    if count >= Double(tail.count) { return sorted.count > Int(count) ? sorted[Int(count)] : foot }
    let fall = (tail.reduce(0) { $0 + $1 - foot } + 4 * fall) / Float(tail.count + 4)
    return foot + fall * Float(log(Double(tail.count) / max(count, 1e-3)))
  }
}
