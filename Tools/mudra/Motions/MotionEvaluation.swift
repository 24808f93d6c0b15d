import GestureTraining
import HandRecording
import Mudra
import TFLiteFormat

/// Counts of what is recognized in streams, and of what is in them.
struct MotionEvaluation {
  private struct Count {
    var total = 0
    var found = 0
    var falseAlarms = 0
  }

  private let model: MotionModel
  private let options: MotionOptions
  private var counts: [String: Count] = [:]
  private var seconds = 0.0
  private var delays: [Int] = []
  private var unknown = 0

  init(_ model: MotionModel, _ options: MotionOptions) {
    (self.model, self.options) = (model, options)
    for motion in model.motions { counts[motion.name] = Count() }
  }

  /// Runs a stream as a video. A motion is found if it is recognized once in an interval that overlaps its own; all
  /// else that is recognized is a false alarm.
  mutating func add(_ stream: MotionStream) throws(HandPoseError) {
    var motions = try HandMotions(model: model, options: options)
    var events: [MotionEvent] = []
    for frame in stream.track.frames { events += motions.update(frame) }
    events += motions.finish()
    seconds += stream.track.duration
    let truth = stream.truth.filter { counts[$0.label] != nil }
    unknown += stream.truth.count - truth.count
    for truth in truth { counts[truth.label]?.total += 1 }
    var used: Set<Int> = []
    for event in events where event.kind == .recognized {
      let match = truth.indices.first { index in
        !used.contains(index) && truth[index].label == event.name && truth[index].interval.overlaps(event.interval)
      }
      if let match {
        used.insert(match)
        counts[event.name]?.found += 1
        delays.append(event.timestampInMilliseconds - truth[match].interval.upperBound)
      } else {
        counts[event.name]?.falseAlarms += 1
      }
    }
  }

  private var rows: [(name: String, count: Count)] {
    model.motions.map { ($0.name, counts[$0.name] ?? Count()) }
  }

  private func total(_ part: KeyPath<Count, Int>) -> Int { rows.reduce(0) { $0 + $1.count[keyPath: part] } }

  private var delay: Int? { delays.isEmpty ? nil : delays.sorted()[delays.count / 2] }

  private func perMinute(_ count: Int) -> Double { seconds > 0 ? Double(count) * 60 / seconds : 0 }

  /// The counts as `mudra.evaluation/1`.
  func json(_ path: String) -> JSONValue {
    let rows = rows.map { row in
      JSONValue.object([
        ("name", .string(row.name)), ("count", .integer(row.count.total)), ("found", .integer(row.count.found)),
        ("falseAlarms", .integer(row.count.falseAlarms)),
      ])
    }
    return .object(
      JSONValue.firstMembers(schema: "mudra.evaluation/1", source: path) + [
        ("motions", .array(rows)), ("count", .integer(total(\.total))), ("found", .integer(total(\.found))),
        ("falseAlarms", .integer(total(\.falseAlarms))), ("seconds", .double(seconds)),
        ("falseAlarmsPerMinute", .double(perMinute(total(\.falseAlarms)))),
        ("medianDelayMs", delay.map(JSONValue.integer) ?? .null), ("otherLabels", .integer(unknown)),
      ])
  }

  /// The counts for people.
  func text(_ path: String) -> String {
    var lines = [
      "\(path): \(total(\.found)) of \(total(\.total)) motions found, \(total(\.falseAlarms)) false alarms in "
        + "\(Self.rounded(seconds)) s (\(Self.rounded(perMinute(total(\.falseAlarms)))) a minute)"
        + (delay.map { ", reported \($0) ms after their end (median)" } ?? "")
    ]
    for row in rows {
      lines.append(
        "  \(row.name.printable): \(row.count.found) of \(row.count.total), "
          + "\(row.count.falseAlarms) \(row.count.falseAlarms == 1 ? "false alarm" : "false alarms")")
    }
    if unknown > 0 { lines.append("  \(unknown) labels are of other motions") }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
