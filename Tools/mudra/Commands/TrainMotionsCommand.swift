import ArgumentParser
import Foundation
import GestureTraining
import Mudra

/// `mudra train motions`: learns motions from examples, and writes a model of them.
struct TrainMotionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train-motions",
    abstract: "Learns movements from three to five examples of each; also written ‘mudra train motions’.",
    discussion: """
      Examples and background are clips, folders of frames, sessions of Mudra Studio, or files of JSON Lines as \
      ‘mudra video --json’ prints them, of which only the times, the sizes and the landmarks are needed. An example shows \
      its motion once, with one hand or with two. The background is a minute or more of anything else: it decides how \
      many false alarms there are. Next to the model, its model card (.md) is written.
      """,
    examples: [
      "train motions examples --background anything.mp4 --output my.motions",
      "train motions examples --background day1.jsonl --background day2.jsonl --output my.motions",
    ])

  @Argument(
    help: ArgumentHelp(
      "A folder with a folder of examples for each motion.",
      discussion: "A folder in a motion's folder has the examples of one person or session, a group.",
      valueName: "folder"))
  var folder: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings of anything but the motions.", valueName: "file"))
  var background: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("The model to write.", valueName: "my.motions"))
  var output: String

  @Option(help: ArgumentHelp("The .task bundle that finds the hands of clips.", valueName: "file"))
  var model: String?

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Show no progress.")
  var quiet = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    guard output.hasByteSuffix(".task") else { return }
    throw ValidationError("\(output.printable): motions are written as .motions; see also ‘mudra train’")
  }

  func run() throws {
    let content = try MotionFolder(folder)
    var files = FileRoles(reading: content.examples.map(\.path) + background + (model.map { [$0] } ?? []))
    try files.write(output, option: output)
    try files.writeCard(TrainedMotions.cardPath(for: output), title: TrainedMotions.cardTitle)
    let input = MotionInput(hands: 2, model: model, network, pictures)
    var trainer = MotionTrainer(limits: network.limits())
    var progress = ProgressBar(total: content.examples.count + background.count, earlier: 0, isShown: !quiet)
    for example in content.examples {
      let stream = try input.stream(example.path)
      do {
        try trainer.add(
          stream.track, label: example.label, group: stream.group ?? example.group, source: example.path)
      } catch {
        throw CommandFailure(example.path, error)
      }
      progress.advance()
    }
    for path in background {
      trainer.background(try input.stream(path).track, source: path)
      progress.advance()
    }
    progress.end()
    let motions: TrainedMotions
    do {
      motions = try trainer.trained()
    } catch {
      throw CommandFailure(folder, error)
    }
    try OutputFile.write(motions.files(path: output))
    try StandardStreams.print(json ? motions.report.json(motions) : motions.report.text(title: output))
  }
}

extension MotionReport {
  /// The report as `mudra.motions/1`.
  fileprivate func json(_ motions: TrainedMotions) throws -> String {
    struct Page: Encodable {
      let schema = "mudra.motions/1"
      let libraryVersion: String
      let report: MotionReport
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let page = Page(libraryVersion: motions.libraryVersion, report: self)
    return String(decoding: try encoder.encode(page), as: UTF8.self)
  }
}
