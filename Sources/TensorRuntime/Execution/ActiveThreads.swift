/// The number of threads of a pool that share a run: fewer while something else keeps the processors busy.
///
/// A thread that is preempted within a share delays the step by a scheduler time slice: a few milliseconds, longer than
/// a whole network takes. On two processors, alongside a busy process, two threads were up to 1.3 times as slow as one.
/// So after a run that has lost much of its time this way, the next runs use half as many threads for a while, before
/// twice as many are tried again. Results do not depend on it.
package struct ActiveThreads {
  private let limit: Int
  /// The threads that share the next run, including the caller.
  package private(set) var count: Int
  private var rest = Rest.shortest
  private var nextTrial: UInt64 = 0
  /// When the last late run ended.
  private var lastLate: UInt64?

  /// How long to use fewer threads, in nanoseconds: doubled if a trial of more ends early, so that trials cost little
  /// while processors stay busy.
  private enum Rest {
    static let shortest: UInt64 = 32_000_000
    static let longest: UInt64 = 1_000_000_000
  }

  /// A run is late if it loses more than an eighth of its time and more than half a millisecond: waking a thread may
  /// take a tenth of one.
  private static let tolerance: (fraction: UInt64, nanoseconds: UInt64) = (8, 500_000)

  package init(_ limit: Int) { (self.limit, count) = (limit, limit) }

  /// Records a run, and chooses the threads of the next one. A single late run changes nothing, since they also occur
  /// on idle machines.
  ///
  /// - Parameters:
  ///   - start: when it began, in nanoseconds.
  ///   - now: when it ended.
  ///   - lost: nanoseconds that the caller slept while no worker computed.
  package mutating func finishRun(from start: UInt64, to now: UInt64, lost: UInt64) {
    if lost > max((now - start) / Self.tolerance.fraction, Self.tolerance.nanoseconds) {
      if let lastLate, now - lastLate <= 2 * rest {
        nextTrial = now + rest
        count = max(count / 2, 1)
        rest = min(rest * 2, Rest.longest)
      } else {
        rest = Rest.shortest
      }
      lastLate = now
    } else if count < limit, now >= nextTrial {
      count = min(count * 2, limit)
    }
  }
}
