import Platform

/// The moment by which preparing or running a model must be done.
package struct Deadline: Sendable {
  private let limit: Duration
  /// Nanoseconds of ``MonotonicClock``.
  private let end: UInt64

  /// A deadline `limit` from now; nil if there is no limit.
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

  /// Approximate iterations of an innermost loop per second in the slowest kernels.
  private static let iterationsPerSecond = Double(1 << 29)

  /// - Parameter work: iterations of an innermost loop that run without a check of the time.
  /// - Throws: `ModelError.tooSlow` if they could take half of the time, or half a second if that is longer.
  func allow(undivided work: Int) throws(ModelError) {
    guard Double(work) > max(limit / .seconds(1), 1) / 2 * Self.iterationsPerSecond else { return }
    throw .tooSlow(limit: limit)
  }
}
