import HandPose
import HandTracking

/// A motion of one hand or two, cut out of its track.
struct MotionExample {
  /// The hand that moves most, and the other one if there is one.
  let hand: MotionHistory
  let other: MotionHistory?
  /// When the motion is, in seconds.
  let start: Double
  let end: Double
  /// Whether both hands take part.
  let isOfTwoHands: Bool

  var duration: Double { end - start }

  /// Finds the motion in a track; nil for a track in which no hand is seen for long enough.
  init?(_ track: MotionTrack, usesWorld: Bool = true) {
    let histories = MotionHistory.all(of: track, usesWorld: usesWorld)
    let rated = histories.map { (history: $0, activity: Activity($0)) }
    guard
      let place = rated.indices.max(by: { rated[$0].activity.total < rated[$1].activity.total }),
      let begin = rated[place].history.start, let last = rated[place].history.end, last - begin >= 0.1
    else { return nil }
    let first = rated[place]
    // The other hand counts if it is there for most of the time.
    let second = rated.indices.filter { index in
      guard index != place, let from = rated[index].history.start, let to = rated[index].history.end else {
        return false
      }
      return min(to, last) - max(from, begin) >= 0.7 * (last - begin)
    }.map { rated[$0] }.max { $0.activity.total < $1.activity.total }
    hand = first.history
    other = second?.history
    isOfTwoHands = second.map { $0.activity.total >= 0.35 * first.activity.total } ?? false
    var (from, to) = first.activity.interval
    if isOfTwoHands, let second {
      (from, to) = (min(from, second.activity.interval.0), max(to, second.activity.interval.1))
    }
    (from, to) = (max(from, begin), min(to, last))
    let least = min(0.25, last - begin)
    if to - from < least {
      let middle = min(max((from + to) / 2, begin + least / 2), last - least / 2)
      (from, to) = (middle - least / 2, middle + least / 2)
    }
    let most = MotionModel.durations.upperBound / 1.2
    if to - from > most { (from, to) = ((from + to - most) / 2, (from + to + most) / 2) }
    (start, end) = (from, to)
  }

  /// How much a hand moves, and when.
  private struct Activity {
    /// What is kept of the rest before and after a motion, in seconds.
    private static let (lead, trail) = (0.1, 0.02)

    var total: Float = 0
    var interval: (Double, Double) = (0, 0)

    init(_ history: MotionHistory) {
      guard let start = history.start, let end = history.end, end > start else { return }
      let step = 1.0 / 30
      // Movement within a tenth of a second, which noise does not fill.
      let reach = 0.05
      var speeds: [(time: Double, speed: Float)] = []
      var time = start
      while time <= end {
        let (one, two) = (history.sample(at: max(time - reach, start)), history.sample(at: min(time + reach, end)))
        var change = two - one
        let size = MotionSample(values: one).size
        (change[0], change[1]) = (change[0] / size, change[1] / size)
        let tip = SIMD2(change[0] + change[14], change[1] + change[15])
        var squares = max(change[0] * change[0] + change[1] * change[1], (tip * tip).sum())
        for channel in 7..<14 { squares += 0.3 * change[channel] * change[channel] }
        for channel in 3..<7 { squares += 0.3 * change[channel] * change[channel] }
        speeds.append((time, squares.squareRoot()))
        time += step
      }
      // Noise moves, too: what is below an eighth of the quickest is rest.
      let sorted = speeds.map(\.speed).sorted()
      let top = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
      let limit = max(0.12 * top, 0.03)
      total = speeds.reduce(0) { $0 + ($1.speed > limit ? $1.speed : 0) }
      guard let first = speeds.first(where: { $0.speed > limit }), let last = speeds.last(where: { $0.speed > limit })
      else {
        interval = (start, end)
        return
      }
      // A motion begins and ends with rest, which tells it from a part of a longer movement.
      interval = (first.time - Self.lead, last.time + Self.trail)
    }
  }
}

extension MotionHistory {
  /// The whole ways of the hands of a track, one for each hand and stretch.
  static func all(of track: MotionTrack, usesWorld: Bool = true) -> [MotionHistory] {
    var hands = MotionHands()
    var generations = [Int](repeating: 0, count: MotionHands.limit)
    var ways = [[(time: Double, sample: MotionSample)]](repeating: [], count: MotionHands.limit)
    var histories: [MotionHistory] = []
    func end(_ index: Int) {
      if ways[index].count > 1 {
        var history = MotionHistory(capacity: ways[index].count)
        for (time, sample) in ways[index] { history.append(sample, at: time) }
        histories.append(history)
      }
      ways[index] = []
    }
    var lastTime = -Double.infinity
    for frame in track.frames {
      let time = Double(frame.timestampInMilliseconds) / 1000
      if time <= lastTime { hands.removeAll() }
      lastTime = time
      hands.update(frame.hands, aspectRatio: frame.aspectRatio, at: time, usesWorld: usesWorld)
      for index in hands.hands.indices {
        if hands.hands[index].generation != generations[index] {
          generations[index] = hands.hands[index].generation
          end(index)
        }
        if hands.hands[index].isSeen, let last = hands.hands[index].history.last { ways[index].append((time, last)) }
      }
    }
    for index in ways.indices { end(index) }
    return histories
  }
}
