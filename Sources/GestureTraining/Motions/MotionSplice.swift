import HandPose

/// Where an example is put between other movements of the same hands, which go on from where it is.
struct MotionSplice {
  /// When the motion is in what is joined.
  let start: Double
  let end: Double

  private let example: MotionExample
  /// When it begins in the other movements.
  private let place: Double

  /// How long the hand takes from the one to the other, in seconds.
  private static let seam = 0.2
  /// What is kept of the other movements, in seconds.
  private static let (before, after) = (2.5, 2.0)
  private static let step = 1.0 / 30

  /// Whether there is enough of other movements.
  static func fits(_ span: ClosedRange<Double>) -> Bool { span.upperBound - span.lowerBound >= before + after }

  /// - Parameters:
  ///   - example: the motion.
  ///   - span: when the hands are seen in the other movements; it ``fits(_:)``.
  ///   - share: when the motion begins among them: 0 for as early as possible, 1 for as late.
  init(_ example: MotionExample, in span: ClosedRange<Double>, at share: Double) {
    let (earliest, latest) = (span.lowerBound + Self.before, span.upperBound - Self.after)
    self.example = example
    place = earliest + share * (latest - earliest)
    start = Self.before + Self.seam
    end = start + example.duration
  }

  /// A hand's other movements, its motion, and its other movements again.
  func joined(_ hand: MotionHistory, in base: MotionHistory) -> MotionHistory {
    let length = end + Self.seam + Self.after
    var joined = MotionHistory(capacity: Int(length / Self.step) + 8)
    var last = MotionSample(values: base.sample(at: place))
    func add(_ history: MotionHistory, from: Double, to: Double, at time: Double) {
      // Placed where the hand is, and as large.
      let first = MotionSample(values: history.sample(at: from))
      let palm = last.palm
      let change = last.values[MotionSample.Channel.size] - first.values[MotionSample.Channel.size]
      let scale = last.size / first.size
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
    add(base, from: place, to: place + Self.after, at: end + Self.seam)
    return joined
  }
}
