import MudraPlatform
import Testing

@Suite struct ThreadTests {
  @Test func `a thread has done its work when it is joined`() throws {
    let box = Box(sum: 0)
    let threads = try (1...4).map { number in
      try #require(SystemThread { box.monitor.withLock { box.sum += number } })
    }
    for thread in threads { thread.join() }
    #expect(box.sum == 10)
  }

  @Test func `threads that wait are woken by what they wait for`() throws {
    let box = Box(sum: 0)
    let threads = try (0..<3).map { _ in
      try #require(
        SystemThread {
          box.monitor.withLock {
            while box.sum == 0 { box.monitor.wait() }
            box.sum += 1
          }
        })
    }
    SystemThread.yield()
    box.monitor.withLock {
      box.sum = 1
      box.monitor.wakeAll()
    }
    for thread in threads { thread.join() }
    #expect(box.sum == 4)
  }

  @Test func `a thread that waits looks again each time that it is woken`() throws {
    let box = Box(sum: 0)
    let waiter = try #require(
      SystemThread {
        box.monitor.withLock {
          while box.sum < 2 { box.monitor.wait() }
          box.sum = 10
        }
      })
    for sum in 1...2 {
      box.monitor.withLock {
        box.sum = sum
        box.monitor.wakeOne()
      }
    }
    waiter.join()
    #expect(box.sum == 10)
  }

  @Test func `a thread's clock stands still while it waits`() throws {
    let box = Box(sum: 0)
    let waiter = try #require(
      SystemThread {
        box.monitor.withLock {
          while box.sum == 0 { box.monitor.wait() }
        }
      })
    let (start, own) = (MonotonicClock.nanoseconds(), ThreadClock.nanoseconds())
    while ThreadClock.nanoseconds() - own < 20_000_000 {}
    // The wall clock is ahead of any thread's.
    #expect(MonotonicClock.nanoseconds() - start >= 20_000_000)
    #if os(Linux) || os(Android)
      #expect(try #require(waiter.processorTime) < 10_000_000)
      let before = ThreadClock.nanoseconds()
      usleep(20_000)
      #expect(ThreadClock.nanoseconds() - before < 10_000_000)
    #endif
    let here = ThreadClock.thread
    box.monitor.withLock {
      box.sum = ThreadClock.thread == here ? 1 : 2
      box.monitor.wakeAll()
    }
    waiter.join()
    #expect(box.sum == 1)
  }

  /// A number that is accessed inside its monitor.
  private final class Box: @unchecked Sendable {
    let monitor = Monitor()
    var sum: Int

    init(sum: Int) { self.sum = sum }
  }
}
