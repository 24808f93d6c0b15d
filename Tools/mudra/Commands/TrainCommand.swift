import ArgumentParser
import Foundation
import GestureTraining
import Mudra
import TFLiteFormat

/// `mudra train`: learns gestures from examples, and writes a bundle with them.
struct TrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train", abstract: "Learns gestures from pictures, and writes a .task bundle with them.",
    discussion: """
      The bundle is for Mudra and for MediaPipe. It has the canned gestures as well, which are seen where there is none \
      of the learned ones. Two pictures of a gesture are the least, five a start, twenty are good; one gesture is enough. \
      Its model card is written next to it, with the ending .md.
      """)

  @OptionGroup var training: TrainingOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The bundle to write.", valueName: "my.task"))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The share of a gesture's own poses to keep, 0.6 to 0.999; the more, the more other poses are accepted.",
      valueName: "share"))
  var keep = GestureTrainingOptions().keptShare

  @Option(help: "How gestures are told apart: distance, or softmax, which needs examples of other poses.")
  var method = GestureTrainingOptions.Method.distance

  @Option(
    help: ArgumentHelp(
      "The examples of other poses: your own, drawn hands that come with the program, or both.",
      discussion: "Softmax learns from them; distance only tells in the report how many it accepts.",
      valueName: "kind"))
  var noneFrom = GestureTrainingOptions.Background.own

  @Option(
    help: ArgumentHelp(
      "Write the report: as a page with drawings if the name ends in .html, otherwise as JSON.", valueName: "file"))
  var report: String?

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    guard (0.6...0.999).contains(keep) else {
      throw ValidationError("--keep is \(keep), expected a number from 0.6 to 0.999")
    }
  }

  func run() throws {
    let base = try training.bundlePath()
    var files = FileRoles(reading: [base, training.examples])
    let card = ModelCard.path(for: output)
    for path in [output, card, report].compactMap(\.self) { try files.write(path, option: path) }
    let dataset = try training.dataset()
    let gestures = try trained(dataset)
    let bundle = try bundle(of: gestures, base: base)
    let summary = TrainingReport(gestures)
    let text = try summary.json
    if let report {
      let isPage = report.hasByteSuffix(".html")
      try OutputFile.write(Array((isPage ? TrainingPage(summary, title: output).text : text + "\n").utf8), to: report)
    }
    // The bundle comes last: where it is, its card is too.
    try OutputFile.write(Array(ModelCard(gestures).text.utf8), to: card)
    try OutputFile.write(bundle, to: output)
    if json {
      try StandardStreams.print(text)
    } else {
      try StandardStreams.print(summary.text(title: output))
    }
    let status = TrainingReport.noteSkipped(dataset, quiet: training.quiet)
    guard status == .done else { throw status }
  }

  private var options: GestureTrainingOptions {
    GestureTrainingOptions(method: method, keptShare: keep, background: noneFrom)
  }

  private func trained(_ dataset: GestureDataset) throws(CommandFailure) -> TrainedGestures {
    do {
      return try GestureTrainer(options: options).train(dataset)
    } catch {
      TrainingReport.noteSkipped(dataset, quiet: training.quiet)
      throw CommandFailure(training.examples, error)
    }
  }

  private func bundle(of gestures: TrainedGestures, base: String) throws(CommandFailure) -> [UInt8] {
    let limits = training.network.bundles.limits
    do throws(GestureTrainingError) {
      let bytes: Bytes
      do {
        bytes = try Bytes(contentsOfFile: base, limits: limits)
      } catch {
        throw .bundle(error)
      }
      return try GestureBundle.bytes(of: gestures, basedOn: bytes, limits: limits)
    } catch {
      throw CommandFailure(base, error)
    }
  }
}

extension GestureTrainingOptions.Method: ExpressibleByArgument {}
extension GestureTrainingOptions.Background: ExpressibleByArgument {}
