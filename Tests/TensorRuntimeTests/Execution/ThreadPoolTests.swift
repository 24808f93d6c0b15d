import Foundation
import MudraPlatform
import TensorRuntime
import TestSupport
import Testing

/// Work defined by a closure.
private final class Probe: SharedWork {
  private let shareCounts: [Int]
  private let body: @Sendable (_ share: Int, _ step: Int, _ thread: Int) -> Void

  init(_ shareCounts: [Int], _ body: @escaping @Sendable (_ share: Int, _ step: Int, _ thread: Int) -> Void) {
    self.shareCounts = shareCounts
    self.body = body
  }

  func shareCount(ofStep step: Int) -> Int { step < shareCounts.count ? shareCounts[step] : 0 }
  func run(share: Int, ofStep step: Int, thread: Int) { body(share, step, thread) }
}

/// Counters that threads share.
private final class Counters: Sendable {
  private let values: Mutex<[Int]>

  init(_ count: Int) { values = Mutex([Int](repeating: 0, count: count)) }

  var all: [Int] { values.withLock { $0 } }
  func raise(_ index: Int) { values.withLock { $0[index] += 1 } }
}

@Suite struct ThreadPoolTests {
  /// A pool that has its threads, however few processors there are.
  private func pool(_ threads: Int) -> ThreadPool { ThreadPool(threadCount: threads, processorCount: .max) }

  // MARK: Shares

  @Test(arguments: [-1, 0, 1, 2, 3, 4, 9, 16])
  func `each share of each step is done once`(threads: Int) {
    let pool = pool(threads)
    #expect(pool.threadCount == max(threads, 1))
    for shares in [1, 2, 3, 8, 36, ShareProgress.maxShareCount] {
      let counters = Counters(shares * 3)
      pool.run(
        Probe([shares, 1, shares]) { share, step, thread in
          counters.raise(step * shares + share)
        })
      let all = counters.all
      #expect(all[..<shares].allSatisfy { $0 == 1 })
      #expect(all[shares] == 1 && all[(shares + 1)..<(2 * shares)].allSatisfy { $0 == 0 })
      #expect(all[(2 * shares)...].allSatisfy { $0 == 1 })
    }
  }

  @Test(arguments: [1, 2, 4, 16])
  func `a step begins when all shares of the one before are done`(threads: Int) {
    let pool = pool(threads)
    let counts = (0..<300).map { 1 + $0 * 7 % 20 }
    let done = Counters(counts.count)
    let early = Counters(1)
    pool.run(
      Probe(counts) { share, step, thread in
        if step > 0, done.all[step - 1] != counts[step - 1] { early.raise(0) }
        done.raise(step)
      })
    #expect(done.all == counts)
    #expect(early.all == [0])
  }

  @Test func `work without steps is done at once`() {
    for threads in [1, 3] { pool(threads).run(Probe([]) { _, _, _ in Issue.record("there is no share") }) }
  }

  @Test(arguments: [2, 3, 8])
  func `no two threads have one number at the same time`(threads: Int) {
    let pool = pool(threads)
    let inside = Mutex([Bool](repeating: false, count: threads))
    let clashes = Counters(1)
    pool.run(
      Probe([Int](repeating: 32, count: 100)) { share, step, thread in
        let isFree = inside.withLock { inside in
          defer { inside[thread] = true }
          return !inside[thread]
        }
        if !isFree { clashes.raise(0) }
        inside.withLock { $0[thread] = false }
      })
    #expect(clashes.all == [0])
  }

  // MARK: Late threads

  @Test(arguments: [2, 4])
  func `a stalled thread holds up its share and none else`(threads: Int) {
    let pool = pool(threads)
    let shares = 12
    let done = Counters(1)
    // The first share to be claimed waits until all others are done: with a fixed division this would never end.
    let isFinished = OwnThreads.finish { _ in
      pool.run(
        Probe([shares]) { share, step, thread in
          if share == 0 {
            while done.all[0] < shares - 1 { usleep(100) }
          } else {
            done.raise(0)
          }
        })
    }
    #expect(isFinished)
    #expect(done.all == [shares - 1])
  }

  @Test(.enabled(if: SystemThread.tellsProcessorTime, "the system does not tell a thread's processor time"))
  func `after a thread was late fewer share the work, and later all again`() {
    let pool = pool(4)
    let isFinished = OwnThreads.finish { _ in
      // Sleeping workers behave as if they had lost their processors.
      while pool.activeThreadCount == 4 {
        pool.run(Probe([8]) { share, step, thread in usleep(thread == 0 ? 0 : 5_000) })
      }
      var most = pool.activeThreadCount
      while most < 4 {
        let active = pool.activeThreadCount
        let done = Counters(8 * 20)
        let strangers = Counters(1)
        pool.run(
          Probe([Int](repeating: 8, count: 20)) { share, step, thread in
            done.raise(step * 8 + share)
            if thread >= active { strangers.raise(0) }
          })
        #expect(done.all.allSatisfy { $0 == 1 })
        #expect(strangers.all == [0])
        most = max(most, pool.activeThreadCount)
      }
    }
    #expect(isFinished)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 16])
  func `a late thread takes nothing of a later run`(threads: Int) {
    let pool = pool(threads)
    // Runs follow each other at once, so that threads of earlier ones still try to claim shares. Each work counts its
    // own.
    for round in 0..<3000 {
      let counts = [1 + round % 5, 1 + round % 3 * threads]
      let done = Counters(2)
      pool.run(Probe(counts) { share, step, thread in done.raise(step) })
      #expect(done.all == counts)
    }
  }

  @Test(
    .enabled(if: OneProcessor.canPin, "threads cannot be restricted to a processor here"), arguments: [2, 8])
  func `threads that share one processor lose nothing`(threads: Int) {
    let isFinished = OwnThreads.finish { _ in
      // The pool's threads inherit this one's processors.
      #expect(OneProcessor.pin())
      let pool = pool(threads)
      for round in 0..<1000 {
        let counts = [1 + round % 4, 2 * threads, 1, threads]
        let done = Counters(4)
        pool.run(Probe(counts) { share, step, thread in done.raise(step) })
        #expect(done.all == counts)
      }
    }
    #expect(isFinished)
  }

  // MARK: Lives

  @Test(arguments: [1, 2, 4])
  func `no work is alive after its run`(threads: Int) {
    let pool = pool(threads)
    for round in 0..<500 {
      weak var left: Probe?
      do {
        let work = Probe([1 + round % 4, threads]) { _, _, _ in }
        left = work
        pool.run(work)
      }
      #expect(left == nil)
    }
  }

  @Test func `sleeping workers wake`() async throws {
    for _ in 0..<5 {
      // A pool of its own: one with a thread that was late would have fewer share the next work.
      let pool = pool(3)
      // Far longer than a worker spins for work before it sleeps.
      try await Task.sleep(for: .milliseconds(20))
      let threads = Mutex(Set<Int>())
      let isFinished = OwnThreads.finish { _ in
        pool.run(
          Probe([3]) { share, step, thread in
            // No thread leaves before three have arrived.
            threads.withLock { _ = $0.insert(thread) }
            while threads.withLock({ $0.count }) < 3 { usleep(50) }
          })
      }
      #expect(isFinished)
    }
  }

  @Test func `a sleeping caller wakes`() {
    for _ in 0..<20 {
      let pool = pool(2)
      let isFinished = OwnThreads.finish { _ in
        pool.run(
          Probe([2, 2, 1]) { share, step, thread in
            // Far longer than the caller spins for the end of the step.
            if thread == 1 { usleep(3000) }
          })
      }
      #expect(isFinished)
    }
  }

  @Test func `what a share writes is there when run returns`() {
    let pool = pool(4)
    for round in 0..<500 {
      let written = UnsafeMutablePointer<Int>.allocate(capacity: 16)
      written.initialize(repeating: 0, count: 16)
      defer { written.deallocate() }
      let places = UncheckedPointer(written)
      pool.run(
        Probe([16, 16]) { share, step, thread in
          // A share of the second step reads what another one of the first step wrote.
          if step == 0 {
            places.pointer[share] = round
          } else if share < 8 {
            places.pointer[share] += places.pointer[15 - share]
          }
        })
      #expect((0..<16).allSatisfy { written[$0] == ($0 < 8 ? 2 * round : round) })
    }
  }

  private struct UncheckedPointer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Int>
    init(_ pointer: UnsafeMutablePointer<Int>) { self.pointer = pointer }
  }

  @Test func `pools come and go, used or not`() {
    // Many, since a worker rarely overlooks the end.
    for round in 0..<5000 {
      let pool = pool(1 + round % 4)
      guard round.isMultiple(of: 2) else { continue }
      let done = Counters(1)
      pool.run(Probe([pool.threadCount]) { _, _, _ in done.raise(0) })
      #expect(done.all == [pool.threadCount])
    }
  }

  @Test func `a pool that sleeps can go away`() async throws {
    for _ in 0..<10 {
      let pool = pool(3)
      try await Task.sleep(for: .milliseconds(5))
      #expect(pool.threadCount == 3)
    }
  }

  // MARK: Processors

  @Test func `there are no more threads than processors`() {
    #expect(ThreadPool(threadCount: 4, processorCount: 1).threadCount == 1)
    #expect(ThreadPool(threadCount: 4, processorCount: 3).threadCount == 3)
    #expect(ThreadPool(threadCount: 2, processorCount: 8).threadCount == 2)
  }
}
