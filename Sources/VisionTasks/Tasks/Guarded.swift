#if WITHOUT_FOUNDATION
  import MudraPlatform
#else
  import Foundation
#endif

/// A value that only one thread at a time can access.
///
/// Like `Synchronization.Mutex`, with a lock that Thread Sanitizer knows: for a contended `Mutex` it reports false
/// races, since the slow path is in a library that is built without it.
package final class Guarded<Value>: @unchecked Sendable {
  #if WITHOUT_FOUNDATION
    private let lock = Mutex(())
  #else
    private let lock = NSLock()
  #endif
  private var value: Value

  /// Guards a value that nothing else holds.
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with exclusive access to the value.
  package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    #if WITHOUT_FOUNDATION
      return try lock.withLock { (_) throws(E) in try body(&value) }
    #else
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    #endif
  }
}
