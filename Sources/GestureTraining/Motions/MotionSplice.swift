import HandPose

/// Where an example is put between other movements of the same hands, which go on from where it is.
struct MotionSplice {
  /// When the motion is in what is joined.
  let start: Double
  let end: Double

  private let example: MotionExample
  /// When it begins in the other movements, and when they go on in what is joined.
  private let place: Double
  private let resumption: Double

  /// How long a hand takes from the one to the other, in seconds, and how much longer for each palm that a fingertip
  /// goes: a hand that closed at once would look like a motion that closes it, and teach that this one is none.
  private static let (seam, seamPerPalm) = (0.2, 0.7)
  /// What is kept of the other movements, in seconds.
  private static let (before, after) = (2.5, 2.0)
  private static let step = 1.0 / 30

  /// Whether there is enough of other movements.
  static func fits(_ span: ClosedRange<Double>) -> Bool { span.upperBound - span.lowerBound >= before + after }

  /// - Parameters:
  ///   - example: the motion.
  ///   - bases: the other movements of its hand, and of the other one if that takes part.
  ///   - span: when the hands are seen in them; it ``fits(_:)``.
  ///   - share: when the motion begins among them: 0 for as early as possible, 1 for as late.
  init(
    _ example: MotionExample, in bases: (hand: MotionHistory, other: MotionHistory?), _ span: ClosedRange<Double>,
    at share: Double
  ) {
    let (earliest, latest) = (span.lowerBound + Self.before, span.upperBound - Self.after)
    let place = earliest + share * (latest - earliest)
    func seam(at time: Double) -> Double {
      var way = Self.way(example.hand.sample(at: time), bases.hand.sample(at: place))
      if let hand = example.other, let other = bases.other {
        way = max(way, Self.way(hand.sample(at: time), other.sample(at: place)))
      }
      return Self.seam + Self.seamPerPalm * Double(way)
    }
    (self.example, self.place) = (example, place)
    start = Self.before + seam(at: example.start)
    end = start + example.duration
    resumption = end + seam(at: example.end)
  }

  /// How much the distances of the fingertips differ at most, in palms. No hand's differ by more than three.
  private static func way(_ one: SIMD16<Float>, _ other: SIMD16<Float>) -> Float {
    let change = one - other
    return (MotionSample.Channel.tips..<MotionSample.Channel.index).reduce(0) { min(max($0, abs(change[$1])), 3) }
  }

  /// A hand's other movements, its motion, and its other movements again.
  func joined(_ hand: MotionHistory, in base: MotionHistory) -> MotionHistory {
    let length = resumption + Self.after
    var joined = MotionHistory(capacity: Int(length / Self.step) + 8)
    var last = MotionSample(values: base.sample(at: place))
    func add(_ history: MotionHistory, from: Double, to: Double, at time: Double) {
      // Placed where the hand is, and as large.
      let first = MotionSample(values: history.sample(at: from))
      let palm = last.palm
      let change = last.values[MotionSample.Channel.size] - first.values[MotionSample.Channel.size]
      let scale = last.size / first.size
      if let end = joined.end {
        // Between them, the hand stays where it is and becomes what it is next.
        var next = first.values + SIMD16(0, 0, change, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        (next[0], next[1]) = (palm.x, palm.y)
        let (from, count) = (last.values, Int((time - end) / Self.step))
        for frame in stride(from: 1, to: count, by: 1) {
          joined.append(
            MotionSample(values: from + (next - from) * (Float(frame) / Float(count))),
            at: end + (time - end) * Double(frame) / Double(count))
        }
      }
      for frame in 0...Int((to - from) / Self.step) {
        let passed = Double(frame) * Self.step
        var values = history.sample(at: from + passed)
        values[0] = palm.x + scale * (values[0] - first.palm.x)
        values[1] = palm.y + scale * (values[1] - first.palm.y)
        values[2] += change
        last = MotionSample(values: values)
        joined.append(last, at: time + passed)
      }
    }
    add(base, from: place - Self.before, to: place, at: 0)
    add(hand, from: example.start, to: example.end, at: start)
    add(base, from: place, to: place + Self.after, at: resumption)
    return joined
  }
}
