import MudraPlatform
import TensorRuntime

/// Measures consecutive laps.
package struct Stopwatch {
  private let start = MonotonicClock.nanoseconds()
  private var lap: UInt64

  /// Starts the stopwatch.
  package init() {
    lap = start
  }

  /// Time since the start.
  package var total: Duration { .nanoseconds(Int64(MonotonicClock.nanoseconds() - start)) }

  /// Time since the last lap, or since the start.
  package mutating func nextLap() -> Duration {
    let now = MonotonicClock.nanoseconds()
    defer { lap = now }
    return .nanoseconds(Int64(now - lap))
  }
}
