import MudraPlatform

/// The threads of a session, including the caller, which run the shares of some work. Any thread claims the next share,
/// and a step is done when all its shares are: a preempted thread delays the others only by its claimed share.
///
/// A thread without work spins for some microseconds, since the next step usually follows at once, then sleeps. No
/// thread spins while the session is idle.
package final class ThreadPool: @unchecked Sendable {
  /// Including the caller.
  package let threadCount: Int
  private let state: PoolState
  private let workers: [SystemThread]
  private var active: ActiveThreads
  /// Threads that share the next run, including the caller; fewer for a while after late runs.
  package var activeThreadCount: Int { active.count }

  /// Starts `threadCount - 1` workers; fewer if the system refuses them or there are fewer processors.
  ///
  /// - Parameter processorCount: the number of processors to use; nil for those available to the process.
  package init(threadCount: Int, processorCount: Int? = nil) {
    let count = threadCount > 1 ? min(threadCount, processorCount ?? ProcessorCount.available) : 1
    let state = PoolState(isShared: count > 1)
    self.state = state
    var workers: [SystemThread] = []
    for index in 1..<max(count, 1) {
      guard let worker = SystemThread({ state.work(thread: index) }) else { break }
      workers.append(worker)
    }
    self.workers = workers
    self.threadCount = workers.count + 1
    active = ActiveThreads(workers.count + 1)
  }

  /// Nanoseconds that the workers have run, by one system call each.
  var workerNanoseconds: UInt64 { workers.reduce(0) { $0 &+ ($1.processorTime ?? MonotonicClock.nanoseconds()) } }

  deinit {
    state.end()
    for worker in workers { worker.join() }
  }

  /// Runs some work to its end, without allocating, and retains nothing.
  ///
  /// - Precondition: one caller at a time.
  package func run(_ work: any SharedWork) {
    guard threadCount > 1 else { return runAlone(work) }
    let start = MonotonicClock.nanoseconds()
    var lost: UInt64 = 0
    if active.count > 1 {
      lost = state.run(work, with: workers.prefix(active.count - 1))
    } else {
      runAlone(work)
    }
    active.finishRun(from: start, to: MonotonicClock.nanoseconds(), lost: lost)
  }

  /// Runs some work on the calling thread only; the pool may run something else meanwhile.
  package func runAlone(_ work: any SharedWork) {
    var step = 0
    while true {
      let count = work.shareCount(ofStep: step)
      guard count > 0 else { return }
      for share in 0..<count { work.run(share: share, ofStep: step, thread: 0) }
      step += 1
    }
  }
}
