#if canImport(Darwin)
  /// A value that only one thread at a time can access, as Synchronization's on other systems.
  package final class Mutex<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value

    /// Guards a value that nothing else holds.
    package init(_ value: sending Value) {
      self.value = value
    }

    /// Runs `body` with exclusive access to the value.
    package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
      try monitor.withLock { () throws(E) -> R in try body(&value) }
    }
  }
#endif
