import MudraPlatform

/// Measures consecutive laps.
package struct Stopwatch {
  /// The system's clock.
  package static let usualClock: @Sendable () -> UInt64 = MonotonicClock.nanoseconds

  private let clock: @Sendable () -> UInt64
  private let start: UInt64
  private var lap: UInt64

  /// Starts the stopwatch.
  ///
  /// - Parameter clock: the time in nanoseconds.
  package init(_ clock: @escaping @Sendable () -> UInt64 = usualClock) {
    self.clock = clock
    start = clock()
    lap = start
  }

  /// Time since the start.
  package var total: Duration { .nanoseconds(Int64(clock() - start)) }

  /// Time since the last lap, or since the start.
  package mutating func nextLap() -> Duration {
    let now = clock()
    defer { lap = now }
    return .nanoseconds(Int64(now - lap))
  }
}
