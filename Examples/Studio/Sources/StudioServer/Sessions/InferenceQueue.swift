import Dispatch
import NIOConcurrencyHelpers

/// Runs the work of all sockets on a few threads, in the order in which the sockets asked: each socket has at most one
/// piece of work here, so a fast one does not keep others waiting.
final class InferenceQueue: Sendable {
  private let threads: DispatchQueue
  private let places: DispatchSemaphore
  private let width: Int
  private let order = DispatchQueue(label: "studio.order")
  private let isFinished = NIOLockedValueBox(false)

  /// - Parameter width: how many pieces of work run at a time.
  init(width: Int) {
    threads = DispatchQueue(label: "studio.inference", attributes: .concurrent)
    self.width = max(width, 1)
    places = DispatchSemaphore(value: self.width)
  }

  /// Runs work when it is its turn; never after ``finish()``.
  func run(_ work: @escaping @Sendable () -> Void) {
    order.async { [places, threads, isFinished] in
      guard !isFinished.withLockedValue({ $0 }) else { return }
      places.wait()
      threads.async {
        work()
        places.signal()
      }
    }
  }

  /// Begins no more work, and waits for what runs: its answers need the event loops.
  func finish() async {
    isFinished.withLockedValue { $0 = true }
    await withCheckedContinuation { done in
      order.async { [places, width] in
        // Once all places are free, nothing runs.
        for _ in 0..<width { places.wait() }
        for _ in 0..<width { places.signal() }
        done.resume()
      }
    }
  }
}
