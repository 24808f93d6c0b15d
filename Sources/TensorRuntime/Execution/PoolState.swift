import Platform
import Synchronization
import TensorKernels

/// What the threads of a pool see. They hold it, not the pool, so that the pool can go away, and not the work either:
/// they look at it only while they have claimed a share that is not finished, for which the caller waits.
final class PoolState: @unchecked Sendable {
  private let progress = Atomic<UInt64>(ShareProgress(sequence: 0, shareCount: 0).word)
  /// The present work and the sequence of its first step: written before the step appears in `progress`, read by those
  /// who have claimed a share of it.
  private unowned(unsafe) var work: (any SharedWork)?
  private var firstSequence: UInt64 = 0

  private let isEnded = Atomic<Bool>(false)
  private let workers = Monitor()
  private let caller = Monitor()
  private let sleepingWorkers = Atomic<Int>(0)
  private let callerSleeps = Atomic<Bool>(false)
  private let pause = EmittedPause.function

  /// Nanoseconds that a thread looks for the next step before it sleeps. What it waits for comes within microseconds,
  /// unless the thread that computes it has lost its processor: so patience grows where it was worth it, and shrinks
  /// where it was not.
  private enum Patience {
    static let longest: UInt64 = 50_000
    static let shortest: UInt64 = 1_000
    /// At most so long after a run, for the next one.
    static let betweenRuns: UInt64 = 20_000
    /// Looks between two looks at the clock.
    static let looksAtATime = 16
  }

  // MARK: Threads

  /// What the caller does in a run.
  func run(_ work: any SharedWork) {
    let count = work.shareCount(ofStep: 0)
    guard count > 0 else { return }
    self.work = work
    let first = ShareProgress(word: progress.load(ordering: .relaxed)).nextStep(shareCount: count)
    firstSequence = first.sequence
    progress.store(first.word, ordering: .sequentiallyConsistent)
    wake(for: first.claiming(last: false))
    var patience = Patience.longest
    while true {
      let now = takeShares(thread: 0)
      if now.isBetweenRuns { break }
      patience = wait(while: now, patience, isCaller: true)
    }
    self.work = nil
  }

  /// The life of a worker.
  func work(thread: Int) {
    var patience = Patience.longest
    while true {
      // Who sees the progress that the end leaves sees the end.
      let now = takeShares(thread: thread)
      if isEnded.load(ordering: .acquiring) { return }
      if now.isBetweenRuns {
        _ = wait(while: now, min(patience, Patience.betweenRuns), isCaller: false)
      } else {
        patience = wait(while: now, patience, isCaller: false)
      }
    }
  }

  /// Lets the workers end. Between two runs.
  func end() {
    isEnded.store(true, ordering: .sequentiallyConsistent)
    let now = ShareProgress(word: progress.load(ordering: .relaxed))
    progress.store(now.nextStep(shareCount: 0).word, ordering: .sequentiallyConsistent)
    workers.withLock { workers.wakeAll() }
  }

  // MARK: Shares

  /// Does shares as long as there are any that nobody has claimed.
  ///
  /// - Returns: the progress in which there are none.
  private func takeShares(thread: Int) -> ShareProgress {
    // From both ends, so that threads stay near the rows that they computed in the step before.
    let takesLast = thread & 1 == 1
    var now = ShareProgress(word: progress.load(ordering: .acquiring))
    while now.hasUnclaimed {
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

  /// Finishes a share, and claims another one at once: of the same step, or of the next step if it was the last share.
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

  /// The next step, of which nothing is claimed, or the end of the run.
  private func stepAfter(_ now: ShareProgress) -> ShareProgress {
    let step = ShareProgress.distance(from: firstSequence, to: now.sequence) + 1
    return now.nextStep(shareCount: work.unsafelyUnwrapped.shareCount(ofStep: step))
  }

  // MARK: Waiting

  /// Wakes those who sleep: the caller, and as many workers as there are unclaimed shares; at the end of a run the
  /// caller alone.
  private func wake(for next: ShareProgress) {
    guard next.isBetweenRuns || next.hasUnclaimed else { return }
    if callerSleeps.load(ordering: .sequentiallyConsistent) { caller.withLock { caller.wakeOne() } }
    let count = min(sleepingWorkers.load(ordering: .sequentiallyConsistent), next.unclaimed.count)
    if count > 0 { workers.withLock { for _ in 0..<count { workers.wakeOne() } } }
  }

  /// Waits until another step has begun, or the run has ended: looks for it as long as `patience` says, then sleeps.
  ///
  /// - Returns: the patience for the next time.
  private func wait(while seen: ShareProgress, _ patience: UInt64, isCaller: Bool) -> UInt64 {
    let start = MonotonicClock.nanoseconds()
    repeat {
      for _ in 0..<Patience.looksAtATime {
        guard isCurrent(seen) else { return min(patience * 2, Patience.longest) }
        pause?()
      }
    } while MonotonicClock.nanoseconds() - start < patience
    // Whoever changes the progress looks afterward whether somebody sleeps; whoever will sleep says so before looking
    // at the progress. So one of them sees the other.
    if isCaller {
      caller.withLock {
        callerSleeps.store(true, ordering: .sequentiallyConsistent)
        while isCurrent(seen) { caller.wait() }
        callerSleeps.store(false, ordering: .sequentiallyConsistent)
      }
    } else {
      workers.withLock {
        sleepingWorkers.add(1, ordering: .sequentiallyConsistent)
        while isCurrent(seen) { workers.wait() }
        sleepingWorkers.subtract(1, ordering: .sequentiallyConsistent)
      }
    }
    return max(patience / 4, Patience.shortest)
  }

  private func isCurrent(_ seen: ShareProgress) -> Bool {
    ShareProgress(word: progress.load(ordering: .sequentiallyConsistent)).sequence == seen.sequence
  }
}
