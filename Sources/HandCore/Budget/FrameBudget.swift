/// Decides how much is saved in each frame so that the median frame takes no longer than a budget; in the last step, in
/// which every second frame costs nothing, so that the average of two consecutive frames does not.
///
/// It looks at the median of ``Decision/frameCount`` frames, and takes at most one step a second: more is saved if the
/// median exceeds the budget, less if it is below seven tenths of it. A step back that had to be undone is tried again
/// later and later, so that a task between two steps does not swing from one to the other.
package struct FrameBudget: Sendable {
  private enum Decision {
    /// How many frames a median is of.
    static let frameCount = 15
    /// The least time between two steps, by the frames' time.
    static let milliseconds = 1000
    /// A median below this share of the budget allows to save less.
    static let returnShare = 0.7
    /// The longest time before a step back is tried again.
    static let longestReturn = 16_000
  }

  private let budget: Duration
  private let steps: [FrameEconomy.Step]
  private var position = 0
  /// How long the last frames took since the last step; at most ``Decision/frameCount``.
  private var durations: [Duration] = []
  private var sorted: [Duration] = []
  private var lastDuration = Duration.zero
  /// When the last step was taken; nil before the first frame.
  private var lastStepTime: Int?
  private var isStepBack = false
  private var framesSinceStep = 0
  /// How long to wait before a step back.
  private var returnDelay = Decision.milliseconds

  /// A budget that has seen no frame.
  ///
  /// - Parameter hasFastPrecision: whether there are networks in fast precision besides the exact ones.
  package init(_ budget: Duration, hasFastPrecision: Bool) {
    self.budget = budget
    steps = FrameEconomy.Step.allCases.filter { $0 != .fastPrecision || hasFastPrecision }
    durations.reserveCapacity(Decision.frameCount)
    sorted.reserveCapacity(Decision.frameCount)
  }

  /// How much is saved in the next frame.
  package var step: FrameEconomy.Step { steps[position] }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - duration: how long it took.
  ///   - timestamp: its time in milliseconds.
  package mutating func add(_ duration: Duration, timestamp: Int) {
    if durations.count == Decision.frameCount { durations.removeFirst() }
    // Where every second frame costs nothing, what counts is a pair of them.
    durations.append(step == .alternateFrames ? (duration + lastDuration) / 2 : duration)
    lastDuration = duration
    guard let lastStepTime else {
      lastStepTime = timestamp
      return
    }
    framesSinceStep += 1
    guard durations.count == Decision.frameCount else { return }
    let (difference, isTooLong) = timestamp.subtractingReportingOverflow(lastStepTime)
    let (median, elapsed) = (median(), isTooLong ? .max : difference)
    let isRecent = elapsed < 2 * Decision.milliseconds || framesSinceStep < 2 * Decision.frameCount
    if isStepBack, !isRecent { returnDelay = Decision.milliseconds }
    if median > budget, elapsed >= Decision.milliseconds, position < steps.count - 1 {
      if isStepBack, isRecent { returnDelay = min(2 * returnDelay, Decision.longestReturn) }
      take(position + 1, timestamp)
    } else if median < budget * Decision.returnShare, elapsed >= returnDelay, position > 0 {
      take(position - 1, timestamp)
    }
  }

  private mutating func median() -> Duration {
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: durations)
    sorted.sort()
    return sorted[sorted.count / 2]
  }

  private mutating func take(_ position: Int, _ timestamp: Int) {
    isStepBack = position < self.position
    self.position = position
    durations.removeAll(keepingCapacity: true)
    lastStepTime = timestamp
    framesSinceStep = 0
  }
}
