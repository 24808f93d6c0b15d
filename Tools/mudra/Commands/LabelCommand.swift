import ArgumentParser
import GestureTraining
import HandRecording
import Mudra
import MudraPlatform
import TFLiteFormat

/// `mudra label`: looks through the examples of gestures before a training.
struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label", abstract: "Checks a folder of training pictures: counts, duplicates and likely wrong labels.",
    usage: "mudra label [<options>] <examples>",
    examples: ["label gestures", "label gestures --json", "label gestures --none other-poses"])

  @OptionGroup var training: TrainingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let dataset = try training.dataset()
    let review = try LabelReview(dataset, path: training.examples, limits: training.network.limits())
    try StandardStreams.print(json ? review.json.text : review.text)
    let status = TrainingReport.noteSkipped(dataset, quiet: training.quiet)
    guard status == .done else { throw status }
  }
}

/// What is noticed about the examples of gestures.
private struct LabelReview {
  private let path: String
  private let counts: [(gesture: String?, count: Int)]
  private let copies: [[String]]
  /// Nil where nothing can be learned: all examples are copies of one.
  private let report: GestureReport?
  private let skipped: [GestureDataset.SkippedPicture]

  init(_ dataset: GestureDataset, path: String, limits: ModelLimits) throws(CommandFailure) {
    self.path = path
    do {
      report = try GestureTrainer(limits: limits).train(dataset).report
    } catch .allAlike {
      report = nil
    } catch {
      TrainingReport.noteSkipped(dataset, quiet: false)
      throw CommandFailure(path, error)
    }
    counts = Dictionary(grouping: dataset.examples) { $0.gesture.map(NameKey.init) }
      .map { ($0.key?.name, $0.value.count) }
      .ordered { first, second in
        guard let left = first.0 else { return false }
        return second.0.map { left.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
      }
    // The same embedding to the bit is that of the same pixels.
    copies = Dictionary(grouping: dataset.examples, by: \.embedding.values).values.filter { $0.count > 1 }
      .map { $0.map(\.source).sorted() }.sorted { $0[0] < $1[0] }
    skipped = dataset.skipped
  }

  var text: String {
    var table = TextTable([.left, .right])
    for (gesture, count) in counts { table.add([gesture?.printable ?? "none", "\(count)"]) }
    var lines =
      ["\(path.onOneLine): \(NumberText.count(counts.count { $0.gesture != nil }, "gesture"))"] + table.lines(indent: 2)
    lines += copies.map { "the same hand: " + $0.map(\.onOneLine).joined(separator: ", ") }
    if report == nil { lines.append("all examples are the same hand") }
    lines += (report?.doubts ?? []).map { doubt in
      "\(doubt.source.onOneLine): is labeled \(doubt.gesture.printable), looks like \(doubt.appearance.printable), "
        + "\(NumberText.fixed(doubt.ratio, 2)) times as near"
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .object([
      ("schema", "mudra.labels/1"),
      (
        "gestures",
        .array(counts.map { .object([("name", JSONValue($0.gesture)), ("count", .integer($0.count))]) })
      ),
      ("copies", .array(copies.map { JSONValue($0) })),
      (
        "doubts",
        .array(
          (report?.doubts ?? []).map { doubt in
            .object([
              ("source", .string(doubt.source)), ("gesture", .string(doubt.gesture)),
              ("appearance", .string(doubt.appearance)), ("ratio", .double(doubt.ratio)),
            ])
          })
      ),
      (
        "skipped",
        .array(
          skipped.map { picture in
            .object([
              ("source", .string(picture.source)), ("gesture", JSONValue(picture.gesture)),
              ("fault", JSONValue(picture.fault)),
            ])
          })
      ),
    ])
  }
}
