import Foundation

/// A number that the package promises something about, with the promise beside it.
struct Figure: Codable {
  /// What is promised.
  enum Promise: Codable {
    case atLeast(Double)
    case atMost(Double)
  }

  /// What the number is of.
  let title: String
  /// The number.
  let value: Double
  /// Its unit, such as `×`, `%`, `ms`.
  let unit: String
  /// The smallest and largest of the rounds, where there were rounds.
  let range: [Double]?
  /// The promise; nil for a number that is only told.
  let promise: Promise?

  /// A number with its promise.
  init(_ title: String, _ value: Double, _ unit: String, range: [Double]? = nil, promise: Promise? = nil) {
    self.title = title
    self.value = value
    self.unit = unit
    self.range = range
    self.promise = promise
  }

  /// How many times as fast `fast` is as `slow`: the ratio of their medians, with those of the rounds.
  init(_ title: String, ratioOf slow: Durations, to fast: Durations, promise: Promise? = nil) {
    let rounds = zip(slow.roundMedians, fast.roundMedians).map { $0 / max($1, .leastNormalMagnitude) }
    self.init(
      title, slow.median / max(fast.median, .leastNormalMagnitude), "×",
      range: [rounds.min() ?? 0, rounds.max() ?? 0], promise: promise)
  }

  /// A number of threads in words.
  static func threads(_ count: Int) -> String { count == 1 ? "1 thread" : "\(count) threads" }

  /// Whether the promise is kept; nil without one.
  var isKept: Bool? {
    switch promise {
    case .atLeast(let bound): value >= bound
    case .atMost(let bound): value <= bound
    case nil: nil
    }
  }

  /// The figure as a line of text.
  var text: String {
    var line = title + String(repeating: " ", count: max(84 - title.count, 1)) + Self.number(value) + " " + unit
    if let range, let low = range.first, let high = range.last {
      line += "  (rounds \(Self.trimmed(low))…\(Self.trimmed(high)))"
    }
    switch promise {
    case .atLeast(let bound): line += "  wanted ≥ \(Self.trimmed(bound))"
    case .atMost(let bound): line += "  wanted ≤ \(Self.trimmed(bound))"
    case nil: return line
    }
    return line + (isKept == true ? "  reached" : "  NOT REACHED")
  }

  private static func trimmed(_ value: Double) -> String {
    number(value).trimmingCharacters(in: .whitespaces)
  }

  private static func number(_ value: Double) -> String {
    String(format: value == value.rounded() ? "%8.0f" : "%8.2f", value)
  }
}
