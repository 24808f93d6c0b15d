import Foundation

/// A measured row: one contender's times for some work.
struct BenchmarkRow: Codable {
  /// The work; stable, since charts key on it.
  let title: String
  /// The contender.
  let contender: String
  /// Its threads; nil if it decides itself.
  let threads: Int?
  /// The number of runs.
  let runs: Int
  /// Milliseconds: the median, the 95th percentile, and the shortest.
  let p50Ms: Double, p95Ms: Double, minMs: Double
  /// Billions of operations per second at the median, counting a multiply-add as two; nil if they are not counted.
  let gflops: Double?
  /// The fraction of the machine's float peak with as many threads, which integers may exceed; nil if there is none.
  let peakShare: Double?

  /// Summarizes times.
  init(_ title: String, _ contender: Contender, _ durations: Durations, multiplyAdds: Int, peak: FloatingPointPeak?) {
    self.title = title
    self.contender = contender.name
    threads = contender.threads
    runs = durations.count
    (p50Ms, p95Ms, minMs) = (durations.median, durations.p95, durations.minimum)
    let rate = multiplyAdds > 0 ? Double(multiplyAdds) * 2 / (durations.median * 1e6) : nil
    gflops = rate
    peakShare = rate.flatMap { rate in
      contender.threads.flatMap { peak?.best(threads: $0) }.map { rate / $0 }
    }
  }

  /// Titles of the columns.
  static let header = pad("") + "   runs       p50       p95    min ms     GFLOP/s   of float peak"

  /// The row as text.
  var text: String {
    let place = threads.map { "\(contender), \($0)" } ?? contender
    let times = String(format: "%7d %9.4f %9.4f %9.4f", runs, p50Ms, p95Ms, minMs)
    let rate = gflops.map { String(format: "   %9.1f", $0) } ?? ""
    let share = peakShare.map { String(format: "         %4.1f %%", $0 * 100) } ?? ""
    return Self.pad("\(title) [\(place)]") + times + rate + share
  }

  private static func pad(_ title: String) -> String {
    title + String(repeating: " ", count: max(72 - title.count, 1))
  }
}
