import ArgumentParser
import Foundation
import GestureTraining
import Mudra
import MudraPlatform
import TFLiteFormat

/// `mudra train`: learns gestures from examples, and writes a bundle with them.
struct TrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train", abstract: "Learns gestures from pictures, and writes a .task bundle with them.",
    discussion: """
      The bundle is for Mudra and for MediaPipe. MediaPipe's own gestures still work where none of yours is recognized. \
      One picture per gesture is enough to begin with; five are a start and 20 work well, preferably of \
      different people in different lighting. Next to the bundle, its model card (.md) and its examples (.examples.json: 128 numbers per \
      picture) are written; with the examples, --extend adds and removes gestures later, by the method that they were \
      learned with.
      """,
    examples: [
      "train gestures --output my.task", "train gestures --output my.task --none other-poses --report report.html",
      "train more-gestures --extend my.task",
    ])

  @OptionGroup var training: TrainingOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The bundle to write; by default, the bundle of --extend.", valueName: "my.task"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Add the gestures to those of this bundle, whose examples are next to it; its networks and options are used.",
      valueName: "my.task"))
  var extend: String?

  @Option(
    help: ArgumentHelp("Leave out this gesture of the extended bundle; repeat it for several.", valueName: "name"))
  var remove: [String] = []

  @Flag(help: "Write no examples next to the bundle: it cannot be extended.")
  var noExamples = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The share of a gesture's own poses to keep, 0.6 to 0.999 (default: \(GestureTrainingOptions().keptShare)); a "
        + "larger share also accepts more other poses.",
      valueName: "share"))
  var keep: Double?

  @Option(
    help: "How gestures are told apart: distance (default), or softmax, which needs examples of other poses.")
  var method: GestureTrainingOptions.Method?

  @Option(
    help: ArgumentHelp(
      "The examples of other poses: your own (default), drawn hands that come with the program, or both.",
      discussion: "Softmax learns from them; with distance, the report only says how many are accepted.",
      valueName: "kind"))
  var noneFrom: GestureTrainingOptions.Background?

  @Option(
    help: ArgumentHelp(
      "Write the report: as a page with drawings if the name ends in .html, otherwise as JSON.", valueName: "file"))
  var report: String?

  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    if let keep, !(0.6...0.999).contains(keep) {
      throw ValidationError("--keep is \(keep), expected a number from 0.6 to 0.999")
    }
    if let output, output.hasByteSuffix(".motions") {
      throw ValidationError("\(output.printable): gestures are written as .task; see also ‘mudra train motions’")
    }
    if output == nil, extend == nil { throw ValidationError("--output is missing: the bundle to write") }
    if extend == nil, !remove.isEmpty { throw ValidationError("--remove takes gestures from the bundle of --extend") }
    if extend != nil, training.base != nil { throw ValidationError("--extend uses the networks of its own bundle") }
  }

  func run() throws {
    var training = training
    if let extend { training.base = extend }
    let base = try training.bundlePath()
    let output = output ?? base
    let pictures = try checkOutputs(output, base, training)
    var dataset = try training.dataset()
    let new = dataset
    var options = GestureTrainingOptions()
    if let extend {
      let saved = try self.saved(extend)
      try add(to: &dataset, saved, of: extend)
      options = saved.options ?? options
    }
    if let keep { options.keptShare = keep }
    if let method { options.method = method }
    if let noneFrom { options.background = noneFrom }
    let gestures = try trained(dataset, options)
    let bundle = try bundle(of: gestures, base: base)
    let summary = TrainingReport(gestures)
    let text = try summary.json
    var files = GestureBundle.files(gestures, bundle, path: output, examples: noExamples ? nil : dataset)
    if let report {
      let isPage = report.hasByteSuffix(".html")
      let page = TrainingPage(summary, title: output, pictures: pictures, limits: training.pictures.limits)
      let content = isPage ? page.text : text + "\n"
      files.insert((report, Array(content.utf8)), at: 0)
    }
    try OutputFile.write(files)
    if json {
      try StandardStreams.print(text)
    } else {
      try StandardStreams.print(summary.text(title: output))
    }
    let status = TrainingReport.noteSkipped(new, quiet: training.quiet)
    guard status == .done else { throw status }
  }

  /// Outputs that would write over an input, over each other or over somebody's page are refused before anything is
  /// computed. The bundle that is extended may be the output, with the card and the examples next to it.
  ///
  /// - Returns: the pictures.
  private func checkOutputs(
    _ output: String, _ base: String, _ training: TrainingOptions
  ) throws -> Set<String> {
    let bundles = [base] + (extend.map { [GestureDataset.path(for: $0)] } ?? [])
    let isExtended = extend != nil && FileIdentity(output) == FileIdentity(base)
    let pictures = try training.pictureFiles().map(\.path)
    var files = FileRoles(reading: (isExtended ? [] : bundles) + [training.examples] + pictures)
    let examples = GestureDataset.path(for: output)
    if noExamples, FileIdentity(examples) != nil {
      throw ValidationError(
        "--no-examples: \(examples) already exists, and --extend would add its examples to the new bundle; "
          + (isExtended ? "choose another --output" : "remove it, or choose another --output"))
    }
    for path in [output, noExamples ? nil : examples, report].compactMap(\.self) {
      try files.write(path, option: path)
    }
    try files.writeCard(ModelCard.path(for: output), title: ModelCard.title)
    return Set(pictures)
  }

  /// What a bundle was learned from, without the gestures that are removed.
  private func saved(_ bundle: String) throws(CommandFailure) -> GestureDataset {
    let path = GestureDataset.path(for: bundle)
    guard FileIdentity(path) != nil else {
      throw CommandFailure(bundle, "cannot be extended: \(path) is missing", .inputMissing)
    }
    var saved: GestureDataset
    do {
      saved = try GestureDataset(savedWith: bundle, limits: training.network.bundles.limits)
    } catch {
      throw CommandFailure(path, error)
    }
    let gestures = Set(saved.examples.compactMap { $0.gesture.map(NameKey.init) })
    let removed = remove.map(PathText.shown)
    if let unknown = removed.first(where: { !gestures.contains(NameKey($0)) }) {
      throw CommandFailure(path, "there is no gesture “\(unknown.printable)”")
    }
    for name in removed { saved.remove(gesture: name) }
    return saved
  }

  /// Adds what the bundle that is extended was learned from; of a gesture that is learned anew, too. Examples that are
  /// among the new ones count once.
  private func add(
    to dataset: inout GestureDataset, _ saved: GestureDataset, of bundle: String
  ) throws(CommandFailure) {
    let new = Set(dataset.examples.map(\.embedding.values))
    let others = saved.examples.filter { !new.contains($0.embedding.values) }
    do throws(GestureTrainingError) {
      for example in others {
        try dataset.add(
          example.embedding, gesture: example.gesture, source: example.source, group: example.group, view: example.view)
      }
    } catch {
      throw CommandFailure(GestureDataset.path(for: bundle), error)
    }
    if others.count < saved.examples.count, !training.quiet {
      let count = NumberText.count(saved.examples.count - others.count, "example")
      StandardStreams.report("\(bundle): \(count) also among the new ones, counted once")
    }
  }

  private func trained(
    _ dataset: GestureDataset, _ options: GestureTrainingOptions
  ) throws(CommandFailure) -> TrainedGestures {
    do {
      return try GestureTrainer(options: options, limits: training.network.limits()).train(dataset)
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
