import Foundation

/// Counts latencies in tenths of a millisecond, in memory that does not grow with their number.
struct LatencyHistogram {
  private static let binsPerMillisecond = 10.0
  /// Up to a second; the last bin holds all longer ones.
  private var counts = [Int](repeating: 0, count: 10_001)
  private var total = 0

  /// Counts a latency.
  mutating func add(milliseconds: Double) {
    counts[min(Int(max(milliseconds, 0) * Self.binsPerMillisecond), counts.count - 1)] += 1
    total += 1
  }

  /// Adds the counts of another histogram.
  mutating func add(_ other: LatencyHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    total += other.total
  }

  /// Resets all counts.
  mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    total = 0
  }

  /// The latency that a fraction of all does not exceed, in milliseconds; 0 without latencies.
  func percentile(_ share: Double) -> Double {
    let wanted = Int((Double(total) * share).rounded(.up))
    var passed = 0
    for (index, count) in counts.enumerated() {
      passed += count
      if count > 0, passed >= wanted { return Double(index + 1) / Self.binsPerMillisecond }
    }
    return 0
  }

  /// The median and the 99th percentile, for a line of text.
  var text: String { String(format: "p50 %5.1f p99 %5.1f ms", percentile(0.5), percentile(0.99)) }
}
