import HandTracking
import TFLiteFormat

/// Results as comma-separated values, as RFC 4180 describes them but for the ends of lines, which are those of Unix.
///
/// A picture without hands has one row, whose columns from `hand` on are empty, so that every picture is in the table.
///
/// ```swift
/// print(CSVRows.handHeader)
/// print(CSVRows.hands(of: try session.result(of: picture, timestampInMilliseconds: nil, source: "hand.png")))
/// ```
public enum CSVRows {
  private static let pictureColumns = ["source", "timestamp_ms", "width", "height", "hand"]
  private static let axes = ["x", "y", "z", "world_x", "world_y", "world_z"]
  private static let handColumns = [
    "handedness", "handedness_score", "gesture", "gesture_score", "presence", "track",
  ]
  private static let landmarkCount = 21

  /// The names of the columns of ``landmarks(of:)``.
  public static let landmarkHeader = (pictureColumns + ["landmark"] + axes).joined(separator: ",")

  /// The names of the columns of ``hands(of:)``: those of landmark 7 end in `_7`.
  public static let handHeader =
    (pictureColumns + handColumns + (0..<landmarkCount).flatMap { index in axes.map { "\($0)_\(index)" } })
    .joined(separator: ",")

  /// A row for each landmark.
  public static func landmarks(of result: SessionResult) -> String {
    let picture = fields(of: result)
    var rows: [String] = []
    for (hand, found) in result.hands.enumerated() {
      for (index, numbers) in numbers(of: found).enumerated() {
        rows.append((picture + ["\(hand)", "\(index)"] + numbers).joined(separator: ","))
      }
    }
    let empty = Array(repeating: "", count: 2 + axes.count)
    return rows.isEmpty ? (picture + empty).joined(separator: ",") : rows.joined(separator: "\n")
  }

  /// A row for each hand.
  public static func hands(of result: SessionResult) -> String {
    let picture = fields(of: result)
    let rows = result.hands.enumerated().map { hand, found in
      let columns = [
        "\(hand)", found.side.name, number(found.sideScore), text(found.gesture?.name), number(found.gesture?.score),
        number(found.presence), found.track.map { "\($0.id)" } ?? "",
      ]
      return (picture + columns + numbers(of: found).joined()).joined(separator: ",")
    }
    let empty = Array(repeating: "", count: 1 + handColumns.count + landmarkCount * axes.count)
    return rows.isEmpty ? (picture + empty).joined(separator: ",") : rows.joined(separator: "\n")
  }

  // MARK: Fields

  private static func fields(of result: SessionResult) -> [String] {
    [
      text(result.source), result.isVideoFrame ? "\(result.timestampInMilliseconds)" : "", "\(result.image.width)",
      "\(result.image.height)",
    ]
  }

  /// The six numbers of each landmark of a hand.
  private static func numbers(of hand: DetectedHand) -> [[String]] {
    zip(hand.landmarks, hand.worldLandmarks).map { point, world in
      [point.x, point.y, point.z, world.x, world.y, world.z].map(number)
    }
  }

  /// A number that reads back as the same `Float`; empty for none.
  private static func number(_ value: Float?) -> String {
    guard let value, value.isFinite else { return "" }
    return value.description
  }

  /// A text as a field: on one line, in quotes where it needs them. A text that a spreadsheet would run as a formula
  /// has an apostrophe before it.
  package static func text(_ text: String?) -> String {
    guard let text else { return "" }
    var field = text.onOneLine
    if let first = field.unicodeScalars.first, "=+-@＝＋－＠".unicodeScalars.contains(first) { field = "'" + field }
    guard field.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return field }
    // By bytes: a quotation mark with a mark behind it is another character.
    let quote = UInt8(ascii: "\"")
    let doubled = field.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}
