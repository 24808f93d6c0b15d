import Dispatch
import VisionTasks

/// The results of a stream, and a way to wait for them.
package final class StreamAnswers: Sendable {
  private let timestamps = Guarded<[Int]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// No results yet.
  package init() {}

  /// Records a result.
  package func add(_ timestamp: Int) {
    timestamps.withLock { $0.append(timestamp) }
    arrived.signal()
  }

  /// Waits for a number of further results; false if they do not arrive.
  package func wait(for count: Int) -> Bool {
    (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 60) == .success }
  }

  /// All results, in order.
  package var all: [Int] { timestamps.withLock { $0 } }
}
