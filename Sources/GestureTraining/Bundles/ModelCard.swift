import TFLiteFormat

/// What is known about trained gestures, as a page of Markdown next to their bundle.
public struct ModelCard: Sendable {
  private let gestures: TrainedGestures

  /// The card of some gestures.
  public init(_ gestures: TrainedGestures) {
    self.gestures = gestures
  }

  /// Its first line.
  package static let title = "# Trained gestures"

  /// The path of the card of a bundle: the ending `.task` becomes `.md`; any other one stays.
  public static func path(for bundle: String) -> String {
    (bundle.hasByteSuffix(".task") ? String(bundle.utf8.dropLast(5)) ?? bundle : bundle) + ".md"
  }

  /// The page. It has no date, so that the same gestures have the same one.
  public var text: String {
    (heading + table + limits + remarks).joined(separator: "\n") + "\n"
  }

  private var report: GestureReport { gestures.report }

  private var heading: [String] {
    let count = report.gestures.reduce(0) { $0 + $1.exampleCount }
    let method =
      switch gestures.head {
      case .distance(let head):
        "whitened distance to \(head.space.means.count) means, limit \(Self.number(head.squaredLimit.squareRoot())), "
          + (report.limit.source == .examples || report.limit.source == .groups
            ? "meant to keep \(Self.percent(gestures.options.keptShare)) of the gestures' own poses"
            : "since the examples are much alike")
      case .softmax: "softmax regression with other poses as a class"
      }
    return [
      Self.title, "",
      "Made by Mudra's `GestureTraining` \(gestures.libraryVersion) from \(count) hands of \(report.gestures.count) gestures"
        + (report.backgroundCount > 0 ? " and \(report.backgroundCount) other poses." : ".") + drawnPoses,
      "Method: \(method). A gesture counts from a score of 0.5; below, the canned gestures are asked.", "",
    ]
  }

  /// The poses of the library that a head was trained on.
  private var drawnPoses: String {
    guard gestures.options.method == .softmax, let others = report.otherPoses else { return "" }
    return " Other poses were also learned from \(others.count - others.withinLimit) drawn hands."
  }

  private var table: [String] {
    ["| gesture | examples | groups | pictures not used | precision | recall |", "|---|---|---|---|---|---|"]
      + report.gestures.map { gesture in
        "| \(Self.cell(gesture.name)) | \(gesture.exampleCount) | \(gesture.groupCount) | \(gesture.skippedCount) "
          + "| \(Self.percent(gesture.precision)) | \(Self.percent(gesture.recall)) |"
      }
  }

  private var limits: [String] {
    var lines = ["", report.comparison]
    if gestures.options.method == .distance { lines.append(report.limitOrigin) }
    if report.backgroundCount > 0 {
      lines.append(
        "Of \(report.backgroundCount) other poses, \(report.backgroundAccepted) are taken for a gesture"
          + (gestures.options.method == .softmax && gestures.options.background != .drawn
            ? " (they were trained on)." : "."))
    }
    if let others = report.otherPoses {
      lines.append(
        "Of \(others.count) drawn poses that come with the library, \(others.withinLimit) are within the limit of a "
          + "gesture by distance"
          + (gestures.options.method == .softmax
            ? " and were left out of the training; of the rest, \(others.accepted) are taken for one." : "."))
    }
    return lines
  }

  private var remarks: [String] {
    var lines: [String] = []
    for name in report.scarceGestures {
      lines.append("- \(Self.cell(name)) has fewer than \(GestureReport.sufficientExampleCount) examples.")
    }
    if let pair = report.nearestPair {
      lines.append(
        "- Most alike: \(Self.cell(pair.first)) and \(Self.cell(pair.second)), "
          + "\(Self.number(pair.relativeDistance)) limits apart.")
    }
    for takeover in report.takeovers {
      lines.append(
        "- \(Self.cell(takeover.gesture)) takes the place of the canned \(Self.cell(takeover.cannedGesture)) in "
          + "\(takeover.count) of its examples.")
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// A name as text, whatever Markdown or HTML it looks like.
  static func cell(_ name: String) -> String {
    name.printable.reduce(into: "") { text, character in
      switch character {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "(", ")", "|", "~", "#", "!", ":", "@", ".": text += "\\\(character)"
      default: text.append(character)
      }
    }
  }

  private static func percent(_ share: Double) -> String { number(share * 100) + " %" }

  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
