import Platform

/// The threads of one session: all of them, the caller first, do the shares of a piece of work. Whoever has a processor
/// takes the next share, and a step is done when its shares are, whoever did them: a thread that has lost its processor
/// holds up the others for the share that it had claimed, and for no other.
///
/// A thread that has nothing to do looks for work for some microseconds, since the next step comes at once, and then
/// sleeps. It never spins while the session is idle.
package final class ThreadPool: @unchecked Sendable {
  /// Threads that share work, the caller included.
  package let threadCount: Int
  private let state = PoolState()
  private let workers: [SystemThread]

  /// Starts `threadCount - 1` workers; fewer if the system refuses them, and no more than there are processors for
  /// them: a thread without a processor of its own computes nothing sooner.
  ///
  /// - Parameter processorCount: the processors that may be used; nil for those that the process has.
  package init(threadCount: Int, processorCount: Int? = nil) {
    let count = threadCount > 1 ? min(threadCount, processorCount ?? ProcessorCount.available) : 1
    var workers: [SystemThread] = []
    for index in 1..<max(count, 1) {
      guard let worker = SystemThread({ [state] in state.work(thread: index) }) else { break }
      workers.append(worker)
    }
    self.workers = workers
    self.threadCount = workers.count + 1
  }

  deinit {
    state.end()
    for worker in workers { worker.join() }
  }

  /// Does a piece of work, and returns when all of it is done. Nothing holds or looks at the work afterward. Allocates
  /// nothing.
  ///
  /// - Precondition: one caller at a time.
  package func run(_ work: any SharedWork) {
    guard threadCount == 1 else { return state.run(work) }
    var step = 0
    while true {
      let count = work.shareCount(ofStep: step)
      guard count > 0 else { return }
      for share in 0..<count { work.run(share: share, ofStep: step, thread: 0) }
      step += 1
    }
  }
}
