import ArgumentParser
import GestureTraining
import HandRecording
import Mudra
import PixelImaging

/// `mudra evaluate`: how well a bundle names the gestures of labeled pictures.
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Compares the gestures that a bundle recognizes with the labels of pictures.",
    usage: """
      mudra evaluate [<options>] <my.task> <folder>
      mudra evaluate [<options>] <my.motions> <stream>
      """,
    discussion: """
      A folder named after one of the bundle's gestures, its own or canned, has pictures of it. All other folders have \
      poses that should not get any of the bundle's own names. A picture without a hand is tried again with a border.

      For a model of motions, the second argument is a file of tracks, JSON Lines as ‘mudra video --json’ prints them, or \
      a folder of such files. Lines with a “label” and an “interval” of two times in milliseconds say what is in a \
      stream; anything else recognized is a false alarm.
      """,
    examples: [
      "evaluate my.task other-photos", "evaluate my.task other-photos --json", "evaluate my.task other-photos --quiet",
      "evaluate my.motions streams --false-alarms 0.5",
    ])

  @Argument(
    help: ArgumentHelp("The .task bundle of a gesture recognizer, or a model of motions.", valueName: "my.task"))
  var bundle: String

  @Argument(help: ArgumentHelp("A folder with a folder of pictures for each label.", valueName: "folder"))
  var folder: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With motions: how many false alarms a minute are accepted (default: 1).", valueName: "n"))
  var falseAlarms: Double?

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Do not list pictures without a hand or show progress.")
  var quiet = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try InputFile.check(bundle)
    if MotionInput.isModel(bundle) { return try evaluateMotions() }
    if falseAlarms != nil { throw CommandFailure(bundle, "--false-alarms needs a model of motions", .wrongUse) }
    let files: [GestureDataset.PictureFile]
    do {
      let content = try GestureFolder(folder)
      files = content.files
      if !quiet {
        for case let notice in content.notices {
          // Here all names but the bundle's are of other poses.
          if case .namedLikeNone = notice { continue }
          StandardStreams.report("\(folder): \(notice)")
        }
      }
    } catch {
      throw CommandFailure(folder, error)
    }
    guard !files.isEmpty else { throw CommandFailure(folder, "no folder in it has pictures", .inputMissing) }
    var evaluation = try task { model, recognizer throws(TaskError) in
      BundleEvaluation(names: model.gestureNames, recognizer: recognizer, limits: pictures.limits)
    }
    var progress = ProgressBar(total: files.count, earlier: 0, isShown: !quiet)
    for file in files {
      evaluation.add(file, quiet: quiet)
      progress.advance()
    }
    progress.end()
    try StandardStreams.print(json ? evaluation.json(bundle).text : evaluation.text(bundle))
    guard evaluation.status == .done else { throw evaluation.status }
  }

  private func evaluateMotions() throws {
    let model = try MotionModel.read(bundle)
    let paths = InputFile.isFolder(folder) ? try MotionFolder.names(folder).map { "\(folder)/\($0)" } : [folder]
    guard !paths.isEmpty else { throw CommandFailure(folder, "has no files", .inputMissing) }
    let input = MotionInput(hands: 2, model: nil, network, pictures)
    var evaluation = MotionEvaluation(model, MotionOptions(falseAlarmsPerMinute: falseAlarms ?? 1))
    var progress = ProgressBar(total: paths.count, earlier: 0, isShown: !quiet)
    for path in paths {
      let stream = try input.stream(path)
      do {
        try evaluation.add(stream)
      } catch {
        throw CommandFailure("--false-alarms", error.description, .wrongUse)
      }
      progress.advance()
    }
    progress.end()
    try StandardStreams.print(json ? evaluation.json(bundle).text : evaluation.text(bundle))
  }

  private func task<R>(_ make: (HandModel, GestureRecognizer) throws(TaskError) -> R) throws(CommandFailure) -> R {
    do {
      let model = try network.handModel(path: bundle, kernelProvider: network.kernels)
      let options = GestureRecognizerOptions()
      options.baseOptions.numThreads = network.threads
      options.looksAgain = [.bordered]
      return try make(model, try GestureRecognizer(model: model, options: options))
    } catch {
      throw CommandFailure(bundle, error)
    }
  }
}

extension HandModel {
  /// The names of the gestures of a bundle's classifiers: its own, and the canned ones.
  fileprivate var gestureNames: (own: [String], canned: [String]) {
    func names(canned: Bool) -> [String] {
      let classifiers = gestures?.classifiers.filter { $0.isCanned == canned } ?? []
      return classifiers.flatMap { $0.labels ?? [] }.filter { $0 != ModelConstants.Gestures.background }
    }
    return (names(canned: false), names(canned: true))
  }
}
