import Foundation
import MachineCode
import MudraPlatform
import TensorRuntime

/// The peak speed of multiply-adds measured on this machine in this run, of which fractions are reported.
///
/// Short bursts of independent multiply-adds on registers only, at every width that kernels use, spread over the run;
/// the best of them counts. A processor's clock depends on its temperature and on its neighbors, so a number from a
/// data sheet would not do.
final class FloatingPointPeak {
  /// Billions of operations per second of each burst, counting a multiply-add as two, by number of threads; the faster
  /// width of each.
  private(set) var bursts: [Int: [Double]] = [:]
  private let widths: [MultiplyAdds]

  private static let iterationCount = 15_000

  /// Thread counts measured in each burst.
  private let threadCounts: [Int]

  /// Nil if such code cannot run.
  init?(threadCounts: [Int]) {
    let allocator = CodeAllocator()
    widths = [.bits256, .bits512].compactMap { MultiplyAdds($0, allocator) }
    guard !widths.isEmpty else { return nil }
    self.threadCounts = threadCounts
    for _ in 0..<20 { burst() }
  }

  /// The best burst so far with a number of threads; nil if there was none.
  func best(threads: Int) -> Double? { bursts[threads]?.max() }

  /// Measures for approximately a millisecond with each number of threads.
  func burst() {
    for threads in threadCounts {
      bursts[threads, default: []].append(widths.map { rate($0, threads: threads) }.max() ?? 0)
    }
  }

  /// All threads begin when the last one has arrived; the time ends when the last one ends.
  private func rate(_ width: MultiplyAdds, threads: Int) -> Double {
    let gate = Gate()
    let run: @Sendable () -> UInt64 = {
      width.run(iterations: Self.iterationCount)
      return MonotonicClock.nanoseconds()
    }
    for _ in 1..<threads {
      Thread.detachNewThread {
        gate.arrive(andWaitFor: threads)
        gate.leave(at: run())
      }
    }
    gate.arrive(andWaitFor: threads)
    let start = MonotonicClock.nanoseconds()
    gate.leave(at: run())
    let end = gate.end(of: threads)
    return Double(threads * width.operationsPerIteration * Self.iterationCount) / Double(end - start)
  }

  /// A barrier for threads before and after a burst. They spin, so that all begin at the same moment.
  private final class Gate: Sendable {
    private let arrived = Atomic(0)
    private let left = Atomic(0)
    private let lastEnd = Atomic<UInt64>(0)

    func arrive(andWaitFor count: Int) {
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < count {}
    }

    func leave(at time: UInt64) {
      lastEnd.max(time, ordering: .acquiringAndReleasing)
      left.add(1, ordering: .acquiringAndReleasing)
    }

    func end(of count: Int) -> UInt64 {
      while left.load(ordering: .acquiring) < count {}
      return lastEnd.load(ordering: .acquiring)
    }
  }
}
