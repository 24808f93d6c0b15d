/// Times of a piece of work that was done several times, in milliseconds.
struct DurationSummary {
  /// The middle one.
  let median: Double
  /// At least 95 of 100 are not longer.
  let p95: Double
  /// The shortest.
  let minimum: Double

  /// Sums up nanoseconds; all zero if there are none.
  init(_ nanoseconds: [UInt64]) {
    let sorted = nanoseconds.sorted().map { Double($0) / 1e6 }
    minimum = sorted.first ?? 0
    median = sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    p95 = sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
}
