import NIOConcurrencyHelpers

/// Counts what is open, up to a limit. Used by all connections at once.
final class SocketCount: Sendable {
  /// The most at a time.
  let limit: Int
  private let count = NIOLockedValueBox(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// The number that are open.
  var current: Int { count.withLockedValue { $0 } }

  /// Whether one more may be opened now.
  var hasPlace: Bool { current < limit }

  /// Opens one; false if there is no place.
  func open() -> Bool {
    count.withLockedValue { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Closes one.
  func close() {
    count.withLockedValue { $0 -= 1 }
  }
}
