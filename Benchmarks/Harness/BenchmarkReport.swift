import Foundation
import TensorRuntime

/// A measured row.
struct BenchmarkRow: Codable {
  /// Subject, case and kernels; stable, since charts key on it.
  let title: String
  /// How often it was run.
  let runs: Int
  /// Milliseconds: the middle one, the one that 95 of 100 do not pass, the shortest.
  let p50Ms: Double, p95Ms: Double, minMs: Double
  /// Billions of operations a second at the median, a multiply-add being two; nil where they are not counted.
  let gflops: Double?

  /// Titles of the columns.
  static let header = pad("") + "   runs      p50      p95      min ms   GFLOP/s"

  /// The row as text.
  var text: String {
    let times = String(format: "%7d %8.3f %8.3f %8.3f", runs, p50Ms, p95Ms, minMs)
    return Self.pad(title) + times + (gflops.map { String(format: "   %9.1f", $0) } ?? "")
  }

  private static func pad(_ title: String) -> String {
    title + String(repeating: " ", count: max(64 - title.count, 1))
  }
}

/// Measures rows, prints each as soon as it is known, and keeps them.
struct BenchmarkReport {
  /// Where it runs.
  let machine: Machine
  /// What is measured.
  let settings: BenchmarkSettings
  private var rows: [BenchmarkRow] = []

  /// Runs before the first measured one.
  private static let warmUpCount = 3
  private static let runLimit = 2000

  /// A report without rows.
  init(machine: Machine, settings: BenchmarkSettings) {
    self.machine = machine
    self.settings = settings
  }

  /// Measures `body` for the time of a row, at least five times after a warm-up.
  ///
  /// - Parameter isWarm: false for work that is to be measured from its first run on.
  mutating func measure(
    _ title: String, multiplyAdds: Int = 0, isWarm: Bool = true, _ body: () throws -> Void
  ) rethrows {
    if isWarm {
      for _ in 0..<Self.warmUpCount { try body() }
    }
    let start = Clock.nanoseconds()
    var times: [Double] = []
    repeat {
      let before = Clock.nanoseconds()
      try body()
      times.append(Double(Clock.nanoseconds() - before) / 1e6)
    } while times.count < 5
      || (times.count < Self.runLimit && Double(Clock.nanoseconds() - start) < settings.seconds * 1e9)
    times.sort()
    let median = (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
    let row = BenchmarkRow(
      title: title, runs: times.count, p50Ms: median, p95Ms: times[(times.count * 95 + 99) / 100 - 1],
      minMs: times[0], gflops: multiplyAdds > 0 ? Double(multiplyAdds) * 2 / (median * 1e6) : nil)
    rows.append(row)
    print(row.text)
  }

  /// Machine and rows as JSON.
  func jsonData() throws -> Data {
    struct Document: Encodable {
      let schema: String
      let machine: Machine
      let rows: [BenchmarkRow]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Document(schema: "mudra.benchmarks/1", machine: machine, rows: rows))
  }
}
