import Foundation
import MachineCode
import MudraPlatform
import TensorRuntime

/// The peak speed of multiply-adds measured on this machine in this run, of which fractions are reported.
///
/// Short bursts of independent AVX2 multiply-adds on registers only, spread over the run; the best of them counts. A
/// processor's clock depends on its temperature and on its neighbors, so a number from a data sheet would not do.
final class FloatingPointPeak {
  /// Billions of operations per second of each burst, counting a multiply-add as two, by number of threads.
  private(set) var bursts: [Int: [Double]] = [:]
  private let code: ExecutableMemory

  /// Sums that do not wait for each other: two units with a latency of four or five need ten.
  private static let sumCount = 12
  private static let unrolling = 8
  private static let iterationCount = 30_000
  private static let operationCount = Double(iterationCount * unrolling * sumCount * 16)

  /// Thread counts measured in each burst.
  private let threadCounts: [Int]

  /// Nil if such code cannot run.
  init?(threadCounts: [Int]) {
    guard Architecture.current == .x86, let code = CodeAllocator().allocate(Self.program(), name: "peak")
    else { return nil }
    self.code = code
    self.threadCounts = threadCounts
    for _ in 0..<20 { burst() }
  }

  /// The best burst so far with a number of threads; nil if there was none.
  func best(threads: Int) -> Double? { bursts[threads]?.max() }

  /// Measures for approximately a millisecond with each number of threads.
  func burst() {
    for threads in threadCounts { bursts[threads, default: []].append(rate(threads: threads)) }
  }

  /// All threads begin when the last one has arrived; the time ends when the last one ends.
  private func rate(threads: Int) -> Double {
    typealias Function = @convention(c) (Int) -> Void
    // Only the address goes to the other threads; the code outlives them, since this waits for them.
    let address = Int(bitPattern: code.address)
    let gate = Gate()
    let run: @Sendable () -> UInt64 = {
      guard let pointer = UnsafeRawPointer(bitPattern: address) else { return 0 }
      unsafeBitCast(pointer, to: Function.self)(Self.iterationCount)
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
    return Double(threads) * Self.operationCount / Double(end - start)
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

  /// `void f(long iterations)`: sums += zero × zero in a loop.
  private static func program() -> [UInt8] {
    var code = X86Assembler()
    for register in 0..<16 {
      code.vxorps(X86VectorRegister(register), X86VectorRegister(register), X86VectorRegister(register))
    }
    let loop = code.here()
    for _ in 0..<unrolling {
      for sum in 0..<sumCount { code.vfmadd231ps(X86VectorRegister(sum), X86VectorRegister(14), X86VectorRegister(15)) }
    }
    code.sub(.rdi, 1)
    code.jump(.notEqual, loop)
    code.vzeroupper()
    code.ret()
    return code.finished()
  }
}
