import Foundation
import TensorKernels
import TestSupport
import Testing

@Suite(.enabled(if: RowForm.available.contains(.machineCode), "no code can be emitted here"))
struct EmittedBarrierTests {
  /// What threads share.
  private final class Shared: @unchecked Sendable {
    let barrier: EmittedBarrier
    /// Two rows of a float for each thread.
    let rows: AlignedBuffer

    init(_ barrier: EmittedBarrier, threadCount: Int) {
      self.barrier = barrier
      rows = AlignedBuffer(zeros: threadCount * 2)
    }
  }

  @Test(arguments: [2, 3, 8]) func `nobody goes on before everybody has arrived`(threadCount: Int) throws {
    let stops = 2000
    let shared = Shared(try #require(EmittedBarrier(threadCount: threadCount)), threadCount: threadCount)
    for _ in 0..<2 {
      shared.rows.pointer.update(repeating: 0, count: threadCount * 2)
      shared.barrier.reset()
      // Each thread writes how far it is, and finds all others as far after every stop. Rows alternate, so that nobody
      // overwrites what another has not read.
      let failures = Counter()
      runThreads(threadCount) { thread in
        for stop in 0..<stops {
          let row = shared.rows.pointer + (stop % 2) * threadCount
          row[thread] = Float(stop)
          shared.barrier.call(stop: stop).run()
          for other in 0..<threadCount where row[other] != Float(stop) { failures.raise() }
        }
      }
      #expect(failures.count == 0)
    }
  }

  /// Runs `body` on threads of its own, more than there may be processors.
  private func runThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    group.wait()
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var count = 0
    func raise() { lock.withLock { count += 1 } }
  }
}
