import MudraPlatform

/// The time limit for preparing or running a model.
///
/// It limits processor time, that of the checking thread and its pool's workers, so that a model gets as much on a busy
/// machine as on an idle one. Wall time is limited too, but later. While a thread has a processor to itself, both times
/// are the same.
///
///     wall time:  0 ──────────── limit ───────────────────────── longest wait
///                  always goes on │ goes on until the processor    │ ends
///                                 │ time reaches the limit         │
package final class Deadline: Sendable {
  private let limit: Duration
  private let clocks: DeadlineClocks
  private let state: Mutex<State>

  private struct State {
    /// Wall time in nanoseconds.
    let start: UInt64
    /// Processor time in nanoseconds at the last reading of the processor clocks.
    var used: UInt64 = 0
    /// The wall time of that reading.
    var lastRead: UInt64
    /// The threads whose clocks were read, and the readings.
    var thread: UInt
    var threadTime: UInt64
    var pool: ObjectIdentifier?
    var poolTime: UInt64 = 0
  }

  /// The maximum wall time as a multiple of the limit, and its minimum.
  private static let waitFactor = 10
  private static let shortestWait = Duration.seconds(5)

  /// Starts now; nil if there is no limit.
  package init?(in limit: Duration?, clocks: DeadlineClocks = .system) {
    guard let limit else { return nil }
    self.limit = limit
    self.clocks = clocks
    state = Mutex(Self.start(clocks))
  }

  private static func start(_ clocks: DeadlineClocks) -> State {
    let now = clocks.wall()
    return State(start: now, lastRead: now, thread: clocks.thread(), threadTime: clocks.caller())
  }

  /// Restarts without allocating.
  package func restart() { state.withLock { $0 = Self.start(clocks) } }

  private var longestWait: Duration { max(limit * Self.waitFactor, Self.shortestWait) }

  // MARK: Checks

  /// Reads the wall clock, and the processor clocks only if time could be up or threads have changed.
  ///
  /// - Parameter threads: the pool that does the work, if any.
  /// - Throws: `ModelError.tooSlow` once the processor time is used up, `.waitedTooLong` after the longest wait.
  package func check(_ threads: ThreadPool? = nil) throws(ModelError) {
    let (elapsed, used) = read(threads)
    guard elapsed >= limit else { return }
    if used >= limit { throw .tooSlow(limit: limit) }
    if elapsed >= longestWait { throw .waitedTooLong(limit: longestWait) }
  }

  /// Counts a pool's time since the last check, before something else is checked.
  package func count(_ threads: ThreadPool) {
    if threads.threadCount > 1 { _ = read(threads) }
  }

  /// The wall time since the start, and the processor time at the last reading.
  private func read(_ threads: ThreadPool?) -> (elapsed: Duration, used: Duration) {
    let workers = threads.flatMap { $0.threadCount > 1 ? $0 : nil }
    let pool = workers.map(ObjectIdentifier.init)
    let thread = clocks.thread()
    return state.withLock { state in
      let now = clocks.wall()
      let elapsed = Duration.nanoseconds(Int64(clamping: now &- state.start))
      if elapsed >= limit || thread != state.thread || pool != state.pool {
        let (threadTime, poolTime) = (clocks.caller(), workers.map(clocks.workers) ?? 0)
        // A thread's own time is known only from its first reading on.
        state.used &+= thread == state.thread ? threadTime &- state.threadTime : now &- state.lastRead
        if pool == state.pool { state.used &+= poolTime &- state.poolTime }
        (state.thread, state.threadTime, state.pool, state.poolTime) = (thread, threadTime, pool, poolTime)
        state.lastRead = now
      }
      return (elapsed, .nanoseconds(Int64(clamping: state.used)))
    }
  }

  /// Approximate innermost-loop iterations per second of the slowest kernels.
  private static let iterationsPerSecond = Double(1 << 29)
  /// Maximum seconds between checks, or fraction of the limit if longer.
  private static let undivided = (seconds: 0.5, fraction: 0.05)

  /// - Parameter work: innermost-loop iterations without a check.
  /// - Throws: `ModelError.tooSlow` if they could take more than half a second, or a twentieth of the limit if that is
  ///   longer.
  func allow(undivided work: Int) throws(ModelError) {
    let seconds = max(Self.undivided.seconds, limit / .seconds(1) * Self.undivided.fraction)
    guard Double(work) > seconds * Self.iterationsPerSecond else { return }
    throw .tooSlow(limit: limit)
  }
}
