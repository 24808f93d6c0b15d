import Dispatch
import HandTracking

/// What a stream answered, and a way to wait for it.
final class StreamAnswers: Sendable {
  private let timestamps = Guarded<[Int]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ timestamp: Int) {
    timestamps.withLock { $0.append(timestamp) }
    arrived.signal()
  }

  /// Waits for so many more answers; false if they do not come.
  func wait(for count: Int) -> Bool {
    (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 60) == .success }
  }

  var all: [Int] { timestamps.withLock { $0 } }
}
