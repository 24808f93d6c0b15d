import Foundation

/// What a stream delivered.
final class Results<Result>: @unchecked Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var results: [Result?] = []

  func add(_ result: Result?, _ error: Error?) {
    if let error { print(error) }
    lock.withLock { results.append(result) }
    arrived.signal()
  }

  /// The next result, or nil if there is none within a minute.
  func next() -> Result? {
    guard arrived.wait(timeout: .now() + 60) == .success else { return nil }
    return lock.withLock { results.removeFirst() }
  }
}
