import Platform

/// The moment by which preparing or running a model must be done.
package struct Deadline: Sendable {
  private let limit: Duration
  /// Nanoseconds of ``MonotonicClock``.
  private let end: UInt64

  /// So long from now; nil, for no deadline, stays nil.
  package init?(in limit: Duration?) {
    guard let limit else { return nil }
    self.limit = limit
    let (seconds, attoseconds) = limit.components
    let (whole, overflow) = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = MonotonicClock.nanoseconds().addingReportingOverflow(
      overflow ? .max : whole &+ UInt64(clamping: attoseconds / 1_000_000_000))
    end = carry ? .max : sum
  }

  /// - Throws: `ModelError.tooSlow` once the moment has passed.
  package func check() throws(ModelError) {
    guard MonotonicClock.nanoseconds() >= end else { return }
    throw .tooSlow(limit: limit)
  }

  /// Turns of an innermost loop that the slowest kernels make in a second, about.
  private static let turnsPerSecond = Double(1 << 29)

  /// - Parameter work: turns of an innermost loop that are made without a look at the time.
  /// - Throws: `ModelError.tooSlow` if they could take half of the time, or half a second where that is more.
  func allow(undivided work: Int) throws(ModelError) {
    guard Double(work) > max(limit / .seconds(1), 1) / 2 * Self.turnsPerSecond else { return }
    throw .tooSlow(limit: limit)
  }
}
