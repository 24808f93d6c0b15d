import MachineCode
import MudraPlatform
import TensorKernels

/// The state shared by a pool's threads, which retain it instead of the pool, so that the pool can be released. They
/// access the work, which they do not retain, only while they have an unfinished share, which the caller waits for.
final class PoolState: @unchecked Sendable {
  private let progress = Atomic<UInt64>(ShareProgress(sequence: 0, shareCount: 0).word)
  /// The current work and the sequence of its first step: written before the step appears in `progress`, read by
  /// threads with a share of it.
  private unowned(unsafe) var work: (any SharedWork)?
  private var firstSequence: UInt64 = 0

  /// Threads with smaller numbers share the run; others rest.
  private let activeCount = Atomic<Int>(.max)
  private let isEnded = Atomic<Bool>(false)
  private let resting = Monitor()
  private let workers = Monitor()
  private let caller = Monitor()
  private let sleepingWorkers = Atomic<Int>(0)
  private let callerSleeps = Atomic<Bool>(false)
  private let pause: (@convention(c) () -> Void)?

  /// Nanoseconds that a thread spins for the next step before it sleeps. Steps follow within microseconds, unless a
  /// thread is preempted, so patience grows if waiting was worth it, and shrinks otherwise.
  private enum Patience {
    static let longest: UInt64 = 50_000
    static let shortest: UInt64 = 1_000
    /// The maximum wait for the next run.
    static let betweenRuns: UInt64 = 20_000
    /// Checks of the progress between two reads of the clock.
    static let checksPerClockRead = 16
  }

  // MARK: Threads

  /// - Parameter isShared: whether any thread but the caller will wait.
  init(isShared: Bool) { pause = isShared ? EmittedPause.function : nil }

  /// The caller's work in a run that it shares with some workers.
  ///
  /// - Returns: nanoseconds that it slept while no worker computed, because one was preempted with a share.
  func run(_ work: any SharedWork, with workers: ArraySlice<SystemThread>) -> UInt64 {
    let count = work.shareCount(ofStep: 0)
    guard count > 0 else { return 0 }
    self.work = work
    setActiveCount(workers.count + 1)
    var lost: UInt64 = 0
    let first = ShareProgress(word: progress.load(ordering: .relaxed)).nextStep(shareCount: count)
    firstSequence = first.sequence
    progress.store(first.word, ordering: .sequentiallyConsistent)
    wake(for: first.claiming(last: false))
    var patience = Patience.longest
    while true {
      let now = takeShares(thread: 0)
      if now.isBetweenRuns { break }
      patience = wait(while: now, patience) { lost += sleepAsCaller(while: now, workers) }
    }
    self.work = nil
    return lost
  }

  /// A worker's loop.
  func work(thread: Int) {
    var patience = Patience.longest
    while true {
      if thread >= activeCount.load(ordering: .relaxed) { rest(thread: thread) }
      // A thread that sees the progress stored by `end` also sees `isEnded`.
      let now = takeShares(thread: thread)
      if isEnded.load(ordering: .acquiring) { return }
      if now.isBetweenRuns {
        _ = wait(while: now, min(patience, Patience.betweenRuns)) { sleepAsWorker(while: now) }
      } else {
        patience = wait(while: now, patience) { sleepAsWorker(while: now) }
      }
    }
  }

  /// Lets the workers end. Must be called between runs.
  func end() {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    let now = ShareProgress(word: progress.load(ordering: .relaxed))
    progress.store(now.nextStep(shareCount: 0).word, ordering: .sequentiallyConsistent)
    workers.withLock { workers.wakeAll() }
    resting.withLock { resting.wakeAll() }
  }

  // MARK: Shares

  /// Runs shares until none is unclaimed.
  ///
  /// - Returns: the progress then.
  private func takeShares(thread: Int) -> ShareProgress {
    // From both ends, so that threads stay near the rows of their previous step.
    let takesLast = thread & 1 == 1
    var now = ShareProgress(word: progress.load(ordering: .acquiring))
    while now.hasUnclaimed, thread < activeCount.load(ordering: .relaxed) {
      let (isClaimed, word) = progress.compareExchange(
        expected: now.word, desired: now.claiming(last: takesLast).word, ordering: .acquiringAndReleasing)
      guard isClaimed else {
        now = ShareProgress(word: word)
        continue
      }
      var share: Int? = now.next(last: takesLast)
      var sequence = now.sequence
      while let claimed = share {
        let step = ShareProgress.distance(from: firstSequence, to: sequence)
        work.unsafelyUnwrapped.run(share: claimed, ofStep: step, thread: thread)
        (share, sequence) = finish(takesLast: takesLast)
      }
      now = ShareProgress(word: progress.load(ordering: .acquiring))
    }
    return now
  }

  /// Finishes a share and atomically claims another one, of the next step if it was the last.
  private func finish(takesLast: Bool) -> (share: Int?, sequence: UInt64) {
    var now = ShareProgress(word: progress.load(ordering: .acquiring))
    while true {
      let isLast = now.isLastUnfinished
      var next = isLast ? stepAfter(now) : now.finishing()
      let share = next.hasUnclaimed ? next.next(last: takesLast) : nil
      if share != nil { next = next.claiming(last: takesLast) }
      let (isFinished, word) = progress.compareExchange(
        expected: now.word, desired: next.word, ordering: .sequentiallyConsistent)
      if isFinished {
        if isLast { wake(for: next) }
        return (share, next.sequence)
      }
      now = ShareProgress(word: word)
    }
  }

  private func stepAfter(_ now: ShareProgress) -> ShareProgress {
    let step = ShareProgress.distance(from: firstSequence, to: now.sequence) + 1
    return now.nextStep(shareCount: work.unsafelyUnwrapped.shareCount(ofStep: step))
  }

  // MARK: Waiting

  /// Wakes sleeping threads: the caller, and a worker for each unclaimed share; only the caller at the end of a run.
  private func wake(for next: ShareProgress) {
    guard next.isBetweenRuns || next.hasUnclaimed else { return }
    if callerSleeps.load(ordering: .sequentiallyConsistent) { caller.withLock { caller.wakeOne() } }
    let count = min(sleepingWorkers.load(ordering: .sequentiallyConsistent), next.unclaimed.count)
    if count > 0 { workers.withLock { for _ in 0..<count { workers.wakeOne() } } }
  }

  /// Waits for the next step or the end of the run: spins for `patience`, then sleeps.
  ///
  /// - Returns: the patience for the next time.
  private func wait(while seen: ShareProgress, _ patience: UInt64, sleep: () -> Void) -> UInt64 {
    let start = MonotonicClock.nanoseconds()
    repeat {
      for _ in 0..<Patience.checksPerClockRead {
        guard isCurrent(seen) else { return min(patience * 2, Patience.longest) }
        pause?()
      }
    } while MonotonicClock.nanoseconds() - start < patience
    sleep()
    return max(patience / 4, Patience.shortest)
  }

  // Changing progress precedes checking for sleepers, and announcing sleep precedes checking progress, so one side
  // always sees the other.

  private func sleepAsWorker(while seen: ShareProgress) {
    workers.withLock {
      sleepingWorkers.add(1, ordering: .sequentiallyConsistent)
      while isCurrent(seen) { workers.wait() }
      sleepingWorkers.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  /// - Returns: nanoseconds in which no worker computed.
  private func sleepAsCaller(while seen: ShareProgress, _ threads: ArraySlice<SystemThread>) -> UInt64 {
    let (start, computed) = (MonotonicClock.nanoseconds(), Self.processorTime(threads))
    caller.withLock {
      callerSleeps.store(true, ordering: .sequentiallyConsistent)
      while isCurrent(seen) { caller.wait() }
      callerSleeps.store(false, ordering: .sequentiallyConsistent)
    }
    guard let computed, let now = Self.processorTime(threads) else { return 0 }
    let slept = MonotonicClock.nanoseconds() - start
    return slept - min(slept, now &- computed)
  }

  /// Nanoseconds that threads have computed; nil if the system does not report it.
  private static func processorTime(_ threads: ArraySlice<SystemThread>) -> UInt64? {
    var sum: UInt64 = 0
    for thread in threads {
      guard let time = thread.processorTime else { return nil }
      sum &+= time
    }
    return sum
  }

  // MARK: Resting

  private func setActiveCount(_ count: Int) {
    guard count != activeCount.load(ordering: .relaxed) else { return }
    resting.withLock {
      activeCount.store(count, ordering: .relaxed)
      resting.wakeAll()
    }
  }

  /// Sleeps until the thread is active, or the pool ends.
  private func rest(thread: Int) {
    // Passes the wakeup on: it may have been meant for another worker.
    wake(for: ShareProgress(word: progress.load(ordering: .sequentiallyConsistent)))
    resting.withLock {
      while thread >= activeCount.load(ordering: .relaxed), !isEnded.load(ordering: .relaxed) { resting.wait() }
    }
  }

  private func isCurrent(_ seen: ShareProgress) -> Bool {
    ShareProgress(word: progress.load(ordering: .sequentiallyConsistent)).sequence == seen.sequence
  }
}
