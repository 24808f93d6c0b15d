import MudraPlatform

/// The clocks that a ``Deadline`` looks at, in nanoseconds since some moment each; tests hand in others.
package struct DeadlineClocks: Sendable {
  /// Time that passes for everybody.
  package var wall: @Sendable () -> UInt64
  /// The calling thread, as a number that no other thread has.
  package var thread: @Sendable () -> UInt
  /// Processor time of the calling thread.
  package var caller: @Sendable () -> UInt64
  /// Processor time of a pool's workers.
  package var workers: @Sendable (ThreadPool) -> UInt64

  /// Clocks in place of the system's.
  package init(
    wall: @escaping @Sendable () -> UInt64, thread: @escaping @Sendable () -> UInt = { 0 },
    caller: @escaping @Sendable () -> UInt64, workers: @escaping @Sendable (ThreadPool) -> UInt64 = { _ in 0 }
  ) {
    self.wall = wall
    self.thread = thread
    self.caller = caller
    self.workers = workers
  }

  /// The system's.
  package static let system = DeadlineClocks(
    wall: MonotonicClock.nanoseconds, thread: { ThreadClock.thread }, caller: ThreadClock.nanoseconds,
    workers: { $0.workerNanoseconds })
}
