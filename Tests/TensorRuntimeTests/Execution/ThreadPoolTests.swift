import TensorRuntime
import Testing

/// Counters that each thread has one of.
private struct Counters: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Int>
  init(_ pointer: UnsafeMutablePointer<Int>) { self.pointer = pointer }
}

/// Work that tells which threads make it.
private final class Probe: ThreadWork {
  let threadCount: Int
  private let body: @Sendable (Int) -> Void

  init(_ threadCount: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.threadCount = threadCount
    self.body = body
  }

  func run(thread: Int) { body(thread) }
}

extension ThreadPool {
  /// Runs a probe on `parts` threads.
  fileprivate func run(_ parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
    run(Probe(parts, body))
  }
}

@Suite struct ThreadPoolTests {
  /// One counter a part, each written by one thread at a time.
  private func withCounters(_ count: Int, _ body: (UnsafeMutablePointer<Int>) -> Void) -> [Int] {
    let counters = UnsafeMutablePointer<Int>.allocate(capacity: count)
    counters.initialize(repeating: 0, count: count)
    defer { counters.deallocate() }
    body(counters)
    return Array(UnsafeBufferPointer(start: counters, count: count))
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 4, 8])
  func `each part runs once, for any number of parts`(threads: Int) {
    let pool = ThreadPool(threadCount: threads)
    #expect(pool.threadCount == max(threads, 1))
    for parts in 1...pool.threadCount {
      let calls = withCounters(pool.threadCount) { counters in
        pool.run(parts) { [counters = Counters(counters)] part in counters.pointer[part] += 1 }
      }
      #expect(calls == (0..<pool.threadCount).map { $0 < parts ? 1 : 0 })
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `many pieces of work follow each other at once`(threads: Int) {
    let pool = ThreadPool(threadCount: threads)
    let generations = 3000
    let calls = withCounters(threads) { counters in
      for generation in 0..<generations {
        pool.run(1 + generation % threads) { [counters = Counters(counters)] part in counters.pointer[part] += 1 }
      }
    }
    for part in 0..<threads {
      #expect(calls[part] == (0..<generations).filter { $0 % threads >= part }.count)
    }
  }

  @Test func `sleeping workers wake`() async throws {
    let pool = ThreadPool(threadCount: 3)
    for _ in 0..<5 {
      // Far longer than a worker looks for work before it sleeps.
      try await Task.sleep(for: .milliseconds(20))
      let calls = withCounters(3) { counters in
        pool.run(3) { [counters = Counters(counters)] part in counters.pointer[part] += 1 }
      }
      #expect(calls == [1, 1, 1])
    }
  }

  @Test func `what a part writes is there when run returns`() {
    let pool = ThreadPool(threadCount: 4)
    for round in 0..<500 {
      let written = withCounters(4) { counters in
        pool.run(4) { [counters = Counters(counters)] part in counters.pointer[part] = round * 4 + part }
      }
      #expect(written == (0..<4).map { round * 4 + $0 })
    }
  }

  @Test func `pools come and go, used or not`() {
    for round in 0..<200 {
      let pool = ThreadPool(threadCount: 1 + round % 4)
      if round.isMultiple(of: 2) {
        let calls = withCounters(4) { counters in
          pool.run(pool.threadCount) { [counters = Counters(counters)] part in counters.pointer[part] += 1 }
        }
        #expect(calls.reduce(0, +) == pool.threadCount)
      }
    }
  }

  @Test func `a pool that sleeps can go away`() async throws {
    for _ in 0..<10 {
      let pool = ThreadPool(threadCount: 3)
      try await Task.sleep(for: .milliseconds(5))
      #expect(pool.threadCount == 3)
    }
  }
}
