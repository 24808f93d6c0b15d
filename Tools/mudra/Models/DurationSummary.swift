/// Times of repeated work, in milliseconds.
struct DurationSummary {
  /// The median.
  let median: Double
  /// The 95th percentile: at least 95 of 100 times are no longer.
  let p95: Double
  /// The shortest.
  let minimum: Double

  /// Summarizes times in nanoseconds; all zero if there are none.
  init(_ nanoseconds: [UInt64]) {
    let sorted = nanoseconds.sorted().map { Double($0) / 1e6 }
    minimum = sorted.first ?? 0
    median = sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    p95 = sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
}
