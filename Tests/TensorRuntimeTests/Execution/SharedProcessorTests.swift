import Foundation
import MudraPlatform
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// Sessions with more threads than processors, and with nothing to do.
@Suite(.serialized) struct SharedProcessorTests {
  /// Forty layers, most of which are worth several shares.
  private func network() throws -> Graph {
    var random = SeededGenerator(seed: 3)
    var builder = GraphBuilder()
    let input = try builder.input([1, 24, 24, 24])
    var value = input
    for _ in 0..<40 {
      let filter = try builder.constant(random.floats(24 * 9 * 24), [24, 3, 3, 24])
      value = try builder.apply(Conv2D(parsing: .convolution(padding: 0)), value, filter, nil)
    }
    return builder.graph(outputs: [value])
  }

  /// The shortest of many alternating runs, so that other load on the machine counts for neither.
  private static func shortestRuns(_ sessions: [Session], rounds: Int) throws -> [UInt64] {
    var shortest = [UInt64](repeating: .max, count: sessions.count)
    for _ in 0..<rounds {
      for (index, session) in sessions.enumerated() {
        let start = MonotonicClock.nanoseconds()
        try session.run()
        shortest[index] = min(shortest[index], MonotonicClock.nanoseconds() - start)
      }
    }
    return shortest
  }

  @Test(
    .enabled(if: KernelProvider.available.contains(.machineCode), "no code can be emitted here"),
    .enabled(if: !SystemLimits.isEmulated, "emulated processors take turns of their own"),
    .enabled(if: OneProcessor.canPin, "threads cannot be restricted to a processor here"), arguments: [4, 8])
  func `threads on one processor cost little more than one thread`(threads: Int) throws {
    let plan = try Plan(network(), provider: .machineCode)
    let result = Mutex<[UInt64]>([])
    let isFinished = OwnThreads.finish { _ in
      #expect(OneProcessor.pin())
      do {
        let sessions = try [1, threads].map {
          try Session(plan, threads: ThreadPool(threadCount: $0, processorCount: .max))
        }
        let shortest = try Self.shortestRuns(sessions, rounds: 60)
        result.withLock { $0 = shortest }
      } catch {
        Issue.record(error)
      }
    }
    #expect(isFinished)
    let shortest = result.withLock { $0 }
    try #require(shortest.count == 2)
    // When threads waited for each other to arrive, it took 4 to 10 times as long.
    #expect(Double(shortest[1]) <= 1.5 * Double(shortest[0]), "\(shortest)")
  }

  /// Records which system threads run its shares: three, since none leaves before three have arrived.
  private final class ThreadNotes: SharedWork {
    private let folders = Mutex<Set<String>>([])

    var all: [String] { folders.withLock { $0.sorted() } }

    func shareCount(ofStep step: Int) -> Int { step == 0 ? 3 : 0 }
    func run(share: Int, ofStep step: Int, thread: Int) {
      let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? "\(thread)"
      folders.withLock { _ = $0.insert(folder) }
      while all.count < 3 { usleep(50) }
    }
  }

  /// Nanoseconds that a thread has run; nil if the system does not report it.
  private func runTime(_ folder: String) -> UInt64? {
    let text = try? String(contentsOfFile: "/proc/\(folder)/schedstat", encoding: .utf8)
    return text?.split(separator: " ").first.flatMap { UInt64($0) }
  }

  @Test func `threads of an idle pool use no processor time`() async throws {
    let pool = ThreadPool(threadCount: 3, processorCount: .max)
    let notes = ThreadNotes()
    #expect(OwnThreads.finish { _ in pool.run(notes) })
    let all = notes.all
    #expect(all.count == 3)
    // Far longer than a worker spins for work. The caller's thread has ended by now.
    try await Task.sleep(for: .milliseconds(200))
    let before = all.compactMap(runTime)
    try await Task.sleep(for: .milliseconds(300))
    #expect(all.compactMap(runTime) == before)
    withExtendedLifetime(pool) {}
  }
}
