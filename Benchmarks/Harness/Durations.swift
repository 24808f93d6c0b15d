/// Times of a piece of work that was done several times, in milliseconds.
struct Durations {
  /// The times of each round, in the order in which they were taken.
  private(set) var rounds: [[Double]] = []

  /// Adds a round.
  mutating func add(_ round: [Double]) { rounds.append(round) }

  /// How many times there are.
  var count: Int { rounds.reduce(0) { $0 + $1.count } }
  /// The middle one; 0 if there are none.
  var median: Double { Self.median(rounds.flatMap { $0 }) }
  /// The middle one of each round.
  var roundMedians: [Double] { rounds.map(Self.median) }
  /// The one that 95 of 100 do not pass; 0 if there are none.
  var p95: Double {
    let sorted = rounds.flatMap { $0 }.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
  /// The shortest; 0 if there are none.
  var minimum: Double { rounds.flatMap { $0 }.min() ?? 0 }

  /// The middle of some values, the mean of the two middle ones of an even number; 0 without values.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
