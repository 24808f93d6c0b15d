import Foundation

/// A number with what the package promises about it.
struct Figure: Encodable {
  /// The promise.
  enum Promise {
    case atLeast(Double)
    case atMost(Double)
  }

  /// What the number measures.
  let title: String
  /// The number.
  let value: Double
  /// Its unit, such as `×`, `%`, `ms`.
  let unit: String
  /// The smallest and largest of the rounds, if there were rounds.
  let range: [Double]?
  /// The promise; both nil for a number that is only reported.
  let atLeast: Double?, atMost: Double?
  /// Whether the promise is kept; nil if there is none.
  let isKept: Bool?

  /// A number with its promise.
  init(_ title: String, _ value: Double, _ unit: String, range: [Double]? = nil, promise: Promise? = nil) {
    self.title = title
    self.value = value
    self.unit = unit
    self.range = range
    switch promise {
    case .atLeast(let bound): (atLeast, atMost, isKept) = (bound, nil, value >= bound)
    case .atMost(let bound): (atLeast, atMost, isKept) = (nil, bound, value <= bound)
    case nil: (atLeast, atMost, isKept) = (nil, nil, nil)
    }
  }

  /// How many times as fast `fast` is as `slow`: the ratio of their medians, with the ratios of the rounds.
  init(_ title: String, ratioOf slow: Durations, to fast: Durations, promise: Promise? = nil) {
    let rounds = zip(slow.roundMedians, fast.roundMedians).map { $0 / max($1, .leastNormalMagnitude) }
    self.init(
      title, slow.median / max(fast.median, .leastNormalMagnitude), "×",
      range: [rounds.min() ?? 0, rounds.max() ?? 0], promise: promise)
  }

  /// A number of threads in words.
  static func threads(_ count: Int) -> String { count == 1 ? "1 thread" : "\(count) threads" }

  /// The figure as a line of text.
  var text: String {
    var line = title + String(repeating: " ", count: max(92 - title.count, 1)) + Self.number(value) + " " + unit
    if let range, let low = range.first, let high = range.last {
      line += "  (rounds \(Self.trimmed(low))…\(Self.trimmed(high)))"
    }
    if let atLeast { line += "  wanted ≥ \(Self.trimmed(atLeast))" }
    if let atMost { line += "  wanted ≤ \(Self.trimmed(atMost))" }
    if let isKept { line += isKept ? "  reached" : "  NOT REACHED" }
    return line
  }

  private static func trimmed(_ value: Double) -> String {
    number(value).trimmingCharacters(in: .whitespaces)
  }

  private static func number(_ value: Double) -> String {
    String(format: value == value.rounded() ? "%8.0f" : "%8.2f", value)
  }
}
