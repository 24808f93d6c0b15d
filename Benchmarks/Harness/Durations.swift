/// Times of repeated work, in milliseconds.
struct Durations {
  /// The times of each round, in the order in which they were taken.
  private(set) var rounds: [[Double]] = []

  /// Adds a round.
  mutating func add(_ round: [Double]) { rounds.append(round) }

  /// The number of times.
  var count: Int { rounds.reduce(0) { $0 + $1.count } }
  /// The median; 0 if there are none.
  var median: Double { Self.median(rounds.flatMap { $0 }) }
  /// The median of each round.
  var roundMedians: [Double] { rounds.map(Self.median) }
  /// The 95th percentile; 0 if there are none.
  var p95: Double {
    let sorted = rounds.flatMap { $0 }.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
  /// The shortest; 0 if there are none.
  var minimum: Double { rounds.flatMap { $0 }.min() ?? 0 }

  /// The median of some values, the mean of the two middle ones for an even number; 0 without values.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
