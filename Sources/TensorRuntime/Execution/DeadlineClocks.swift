import MudraPlatform

/// The clocks of a ``Deadline``, in nanoseconds from arbitrary origins; replaceable in tests.
package struct DeadlineClocks: Sendable {
  package var wall: @Sendable () -> UInt64
  /// A unique number for the calling thread.
  package var thread: @Sendable () -> UInt
  package var caller: @Sendable () -> UInt64
  package var workers: @Sendable (ThreadPool) -> UInt64

  package init(
    wall: @escaping @Sendable () -> UInt64, thread: @escaping @Sendable () -> UInt = { 0 },
    caller: @escaping @Sendable () -> UInt64, workers: @escaping @Sendable (ThreadPool) -> UInt64 = { _ in 0 }
  ) {
    self.wall = wall
    self.thread = thread
    self.caller = caller
    self.workers = workers
  }

  package static let system = DeadlineClocks(
    wall: MonotonicClock.nanoseconds, thread: { ThreadClock.thread }, caller: ThreadClock.nanoseconds,
    workers: { $0.workerNanoseconds })
}
