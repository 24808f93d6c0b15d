/// Tells those who wait for something else that a task has ended.
package final class EndSignal: Sendable {
  /// Nil after the end.
  private let listeners = Guarded<[ObjectIdentifier: @Sendable () -> Void]?>([:])

  /// A signal that was not given yet.
  package init() {}

  /// Calls `listener` at the end, or at once if that has come; it is kept until ``remove(_:)`` with the same owner.
  func add(_ owner: AnyObject, _ listener: @escaping @Sendable () -> Void) {
    let isOver = listeners.withLock { listeners in
      listeners?[ObjectIdentifier(owner)] = listener
      return listeners == nil
    }
    if isOver { listener() }
  }

  /// Forgets an owner's listener.
  func remove(_ owner: AnyObject) {
    // Let go of outside the lock.
    let listener = listeners.withLock { $0?.removeValue(forKey: ObjectIdentifier(owner)) }
    withExtendedLifetime(listener) {}
  }

  /// Gives the signal, once.
  func give() {
    for listener in (listeners.withLock { $0.take() } ?? [:]).values { listener() }
  }
}
