import Foundation
import MachineCode
import Synchronization
import TensorKernels
import TestSupport
import Testing

@Suite(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
struct EmittedBarrierTests {
  /// What threads share.
  private final class Shared: @unchecked Sendable {
    let barrier: EmittedBarrier
    /// Two rows of a number for each thread. Relaxed atomics are plain moves, as emitted code has them; Thread
    /// Sanitizer, which does not see that the barrier orders them, has nothing to say of them.
    let rows: UnsafeMutablePointer<Atomic<Int>>
    private let count: Int

    init(_ barrier: EmittedBarrier, threadCount: Int) {
      self.barrier = barrier
      count = threadCount * 2
      rows = .allocate(capacity: count)
      for index in 0..<count { (rows + index).initialize(to: Atomic(-1)) }
    }

    deinit {
      rows.deinitialize(count: count)
      rows.deallocate()
    }
  }

  @Test(arguments: [2, 3, 8]) func `nobody goes on before everybody has arrived`(threadCount: Int) throws {
    let stops = 2000
    let barrier = try #require(EmittedBarrier(threadCount: threadCount))
    for _ in 0..<2 {
      let shared = Shared(barrier, threadCount: threadCount)
      shared.barrier.reset()
      // Each thread writes how far it is, and finds all others as far after every stop. Rows alternate, so that nobody
      // overwrites what another has not read.
      let failures = Counter()
      OwnThreads.run(threadCount) { thread in
        for stop in 0..<stops {
          let row = shared.rows + (stop % 2) * threadCount
          row[thread].store(stop, ordering: .relaxed)
          shared.barrier.call(stop: stop).run()
          for other in 0..<threadCount where row[other].load(ordering: .relaxed) != stop { failures.raise() }
        }
      }
      #expect(failures.count == 0)
    }
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var count = 0
    func raise() { lock.withLock { count += 1 } }
  }
}
