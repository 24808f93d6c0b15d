import TensorRuntime
import Testing

/// Times are in milliseconds here.
@Suite struct ActiveThreadsTests {
  private func run(_ threads: inout ActiveThreads, at start: UInt64, for duration: UInt64 = 4, lost: UInt64 = 0) {
    threads.finishRun(from: start * 1_000_000, to: (start + duration) * 1_000_000, lost: lost * 1_000_000)
  }

  @Test func `all share the work as long as nobody is late`() {
    var threads = ActiveThreads(8)
    for start in 0..<100 { run(&threads, at: UInt64(start) * 4) }
    #expect(threads.count == 8)
  }

  @Test func `a single late run changes nothing, nor one long after another`() {
    var threads = ActiveThreads(8)
    for start: UInt64 in [100, 1100, 2100] {
      run(&threads, at: start, lost: 2)
      #expect(threads.count == 8)
    }
    run(&threads, at: 2110, lost: 2)
    #expect(threads.count == 4)
  }

  @Test func `a run may lose an eighth of its time`() {
    var threads = ActiveThreads(8)
    for start: UInt64 in [100, 120, 140] { run(&threads, at: start, for: 16, lost: 2) }
    #expect(threads.count == 8)
    for start: UInt64 in [200, 220] { run(&threads, at: start, for: 16, lost: 3) }
    #expect(threads.count == 4)
  }

  @Test func `a short run may lose half a millisecond`() {
    var threads = ActiveThreads(8)
    for index: UInt64 in 0..<10 {
      let start = 100_000_000 + index * 1_000_000
      threads.finishRun(from: start, to: start + 600_000, lost: 500_000)
    }
    #expect(threads.count == 8)
  }

  @Test func `each further late run halves the threads, down to the caller alone`() {
    var threads = ActiveThreads(6)
    let counts = (0..<5).map { index -> Int in
      run(&threads, at: 100 + 10 * UInt64(index), lost: 2)
      return threads.count
    }
    #expect(counts == [6, 3, 1, 1, 1])
  }

  @Test func `after a rest there are more again`() {
    var threads = ActiveThreads(2)
    run(&threads, at: 90, lost: 2)
    run(&threads, at: 100, lost: 2)
    run(&threads, at: 131)
    #expect(threads.count == 1)
    run(&threads, at: 132)
    #expect(threads.count == 2)
  }

  @Test func `rests grow while trials fail, up to a second, and are short again after a trial that lasted`() {
    var threads = ActiveThreads(2)
    var now: UInt64 = 1000
    run(&threads, at: 990, lost: 2)
    func restOfFailure() -> UInt64 {
      run(&threads, at: now, lost: 2)
      now += 4
      let start = now
      while threads.count == 1 {
        run(&threads, at: now, for: 1)
        now += 1
      }
      return now - start
    }
    #expect((0..<7).map { _ in restOfFailure() } == [32, 64, 128, 256, 512, 1000, 1000])
    now += 3000
    run(&threads, at: now, lost: 2)
    now += 10
    #expect(restOfFailure() == 32)
  }
}
