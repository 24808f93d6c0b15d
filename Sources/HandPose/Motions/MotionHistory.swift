/// The last seconds of a hand: its samples with their times, in memory that is taken once.
package struct MotionHistory: Sendable {
  /// The samples of the longest window at any frame rate.
  package static let streamCapacity = 320
  /// Frames that follow closer than this are left out, in seconds: with that, the longest window fits.
  static let leastStep = 0.011
  /// The longest time between two frames in seconds, after which nothing is known of the way between.
  package static let longestGap = 0.45

  private var times: [Double]
  private var samples: [SIMD16<Float>]
  /// The place of the next sample.
  private var next = 0
  /// The number of samples.
  package private(set) var count = 0

  /// A history of nothing, which keeps so many samples.
  package init(capacity: Int = streamCapacity) {
    times = [Double](repeating: 0, count: capacity)
    samples = [SIMD16<Float>](repeating: .zero, count: capacity)
  }

  /// The time of the latest sample in seconds.
  package var end: Double? { count > 0 ? time(count - 1) : nil }
  /// The time of the first sample in seconds.
  package var start: Double? { count > 0 ? time(0) : nil }
  /// The latest sample.
  package var last: MotionSample? { count > 0 ? self[count - 1] : nil }
  /// A sample, counted from the first one.
  package subscript(index: Int) -> MotionSample { MotionSample(values: samples[place(index)]) }
  /// The time of a sample.
  package func time(_ index: Int) -> Double { times[place(index)] }

  /// Forgets everything.
  package mutating func removeAll() { (next, count) = (0, 0) }

  /// Adds the next sample. After a gap, or a time that is not later, it is the first one.
  package mutating func append(_ sample: MotionSample, at time: Double) {
    if let end {
      let step = time - end
      if step <= 0 || step > Self.longestGap { removeAll() } else if step < Self.leastStep { return }
    }
    (times[next], samples[next]) = (time, sample.values)
    next = (next + 1) % times.count
    count = min(count + 1, times.count)
  }

  private func place(_ index: Int) -> Int { (next - count + index + times.count) % times.count }

  /// The last sample that is not after a time, or the first one.
  private func index(at time: Double) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[place(middle)] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// The sample of a time, linear between frames. Before the first and after the last one, the hand rests.
  package func sample(at time: Double) -> SIMD16<Float> {
    var index = index(at: time)
    return sample(at: time, after: &index)
  }

  private func sample(at time: Double, after index: inout Int) -> SIMD16<Float> {
    while index + 1 < count, times[place(index + 1)] <= time { index += 1 }
    let here = place(index)
    guard index + 1 < count, time > times[here] else { return samples[here] }
    let after = place(index + 1)
    let share = Float((time - times[here]) / (times[after] - times[here]))
    return samples[here] + (samples[after] - samples[here]) * share
  }

  /// Fills `points` with the samples at equal steps from `start` to `end`.
  package func resample(from start: Double, to end: Double, into points: inout [SIMD16<Float>]) {
    guard count > 0, points.count > 1 else { return }
    var index = index(at: start)
    for step in points.indices {
      points[step] = sample(
        at: start + (end - start) * Double(step) / Double(points.count - 1), after: &index)
    }
  }
}
