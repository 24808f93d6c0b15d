import Foundation

/// A value that one thread at a time sees.
///
/// Does what `Synchronization.Mutex` does, with a lock that Thread Sanitizer knows: for a contended `Mutex` it reports
/// races that are none, since the slow path lies in a library that is built without it.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Guards a value that nobody else holds.
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with the value while no other thread does.
  package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
