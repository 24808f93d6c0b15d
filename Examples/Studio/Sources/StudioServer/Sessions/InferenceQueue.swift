import Dispatch
import NIOConcurrencyHelpers

/// Runs the work of all sockets on a few threads, in the order in which the sockets asked: each socket has at most one
/// piece of work here, so a fast one does not keep others waiting.
final class InferenceQueue: Sendable {
  private let threads: DispatchQueue
  private let places: DispatchSemaphore
  private let order = DispatchQueue(label: "studio.order")

  /// - Parameter width: how many pieces of work run at a time.
  init(width: Int) {
    threads = DispatchQueue(label: "studio.inference", attributes: .concurrent)
    places = DispatchSemaphore(value: max(width, 1))
  }

  /// Runs work when it is its turn.
  func run(_ work: @escaping @Sendable () -> Void) {
    order.async { [places, threads] in
      places.wait()
      threads.async {
        work()
        places.signal()
      }
    }
  }
}
