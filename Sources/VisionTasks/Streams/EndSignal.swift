/// Signals the end of a task to code that is waiting for something else.
package final class EndSignal: Sendable {
  /// Nil after the end.
  private let listeners = Guarded<[ObjectIdentifier: @Sendable () -> Void]?>([:])

  /// A signal that has not been given yet.
  package init() {}

  /// Calls `listener` at the end, or immediately if that has passed; it is kept until ``remove(_:)`` with the same
  /// owner.
  func add(_ owner: AnyObject, _ listener: @escaping @Sendable () -> Void) {
    let isOver = listeners.withLock { listeners in
      listeners?[ObjectIdentifier(owner)] = listener
      return listeners == nil
    }
    if isOver { listener() }
  }

  /// Removes an owner's listener.
  func remove(_ owner: AnyObject) {
    // Released outside the lock.
    let listener = listeners.withLock { $0?.removeValue(forKey: ObjectIdentifier(owner)) }
    withExtendedLifetime(listener) {}
  }

  /// Gives the signal, once.
  func give() {
    for listener in (listeners.withLock { $0.take() } ?? [:]).values { listener() }
  }
}
