import Foundation
import GestureTraining
import HandRecording
import TFLiteFormat

/// What is told about a training.
struct TrainingReport {
  let report: GestureReport
  private let options: GestureTrainingOptions
  private let libraryVersion: String

  init(_ gestures: TrainedGestures) {
    report = gestures.report
    options = gestures.options
    libraryVersion = gestures.libraryVersion
  }

  // MARK: JSON

  private struct Document: Encodable {
    let schema = "mudra.training/1"
    let libraryVersion: String
    let options: GestureTrainingOptions
    let report: GestureReport
  }

  /// The report as `mudra.training/1`, keys in the order of their names.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(
        decoding: try encoder.encode(Document(libraryVersion: libraryVersion, options: options, report: report)),
        as: UTF8.self)
      return text.escapingUnshown(JSONValue.escape)
    }
  }

  // MARK: Text

  /// The report for a person.
  func text(title: String) -> String {
    let count = report.gestures.reduce(0) { $0 + $1.exampleCount }
    var lines = [
      "\(title.onOneLine): \(NumberText.count(report.gestures.count, "gesture")) from \(NumberText.count(count, "hand"))"
    ]
    var table = TextTable([.left, .right, .right, .right, .right])
    table.add(["gesture", "hands", "groups", "precision", "recall"])
    for gesture in report.gestures {
      table.add([
        gesture.name.printable, "\(gesture.exampleCount)", "\(gesture.groupCount)", share(gesture.precision),
        share(gesture.recall),
      ])
    }
    lines += table.lines(indent: 2)
    lines.append(report.comparison)
    if options.method == .distance { lines.append(report.limitOrigin) }
    return (lines + remarks).joined(separator: "\n")
  }

  /// What is worth saying, a line each.
  var remarks: [String] {
    var lines: [String] = []
    if report.backgroundCount > 0 {
      lines.append(
        "other poses: \(report.backgroundAccepted) of \(report.backgroundCount) are taken for a gesture")
    }
    if let others = report.otherPoses {
      let isLearned = options.method == .softmax
      lines.append(
        "the library's other poses: \(others.withinLimit) of \(others.count) are within the limit of a gesture"
          + (isLearned ? " and left out; \(others.accepted) of the rest are taken for one" : ""))
    }
    if let pair = report.nearestPair {
      let distance = NumberText.fixed(pair.relativeDistance, 2)
      let advice = pair.relativeDistance < 1 ? ": they will be mixed up, or refused" : ""
      lines.append(
        "most alike: \(pair.first.printable) and \(pair.second.printable), \(distance) limits apart\(advice)")
    }
    for takeover in report.takeovers {
      lines.append(
        "\(takeover.gesture.printable) takes the place of the canned \(takeover.cannedGesture.printable) in "
          + NumberText.count(takeover.count, "picture"))
    }
    for doubt in report.doubts.prefix(20) {
      lines.append(
        "\(doubt.source.onOneLine): is labeled \(doubt.gesture.printable), looks like \(doubt.appearance.printable)")
    }
    if report.doubts.count > 20 { lines.append("and \(report.doubts.count - 20) other pictures that look otherwise") }
    for name in report.scarceGestures {
      lines.append(
        "\(name.printable) has fewer than \(GestureReport.sufficientExampleCount) hands: give it more pictures")
    }
    return lines
  }

  /// A share of the compared examples; a dash if none could be compared.
  func share(_ value: Double) -> String { report.comparedCount > 0 ? Self.percent(value) : "–" }

  static func percent(_ share: Double) -> String { NumberText.fixed(100 * share, 1) + " %" }

  // MARK: Pictures without an example

  /// Names the pictures that became no examples, and those that needed a border, on standard error.
  ///
  /// - Returns: the status of a command that goes on without them: bad data if some cannot be read.
  @discardableResult
  static func noteSkipped(_ dataset: GestureDataset, quiet: Bool) -> ExitStatus {
    for picture in dataset.skipped where !quiet {
      StandardStreams.report("\(picture.source): \(picture.fault ?? "no hand found, even with a border")")
    }
    if !quiet, !dataset.bordered.isEmpty {
      StandardStreams.report(
        "\(NumberText.count(dataset.bordered.count, "picture")) with a hand found only after adding a border: "
          + "leave more space around the hand")
    }
    return dataset.skipped.contains { $0.fault != nil } ? .badData : .done
  }
}
