import ArgumentParser
import HandRecording
import MudraPlatform

/// What tells `mudra gestures` and `mudra landmarks` apart.
protocol PictureCommandKind {
  static var task: SessionOptions.Task { get }
  static var abstract: String { get }
  static var examples: [String] { get }
}

/// A command that finds hands in pictures.
///
/// One type for both rather than a group of options: in debug builds the parser checks each group once for every
/// check of the group around it, so that a level more makes the command start several times slower.
struct PictureCommand<Kind: PictureCommandKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Kind.task.rawValue, abstract: Kind.abstract, examples: Kind.examples)
  }

  @Argument(
    help: """
      Picture files, folders of them, quoted patterns such as 'photos/*/*.jpg', or ‘-’ for a picture from \
      standard input.
      """)
  var images: [String] = []

  // Its basics come first in the help, and the outputs join them.
  @OptionGroup var hands: HandOptions
  @OptionGroup(title: "Basics") var outputs: PictureOutputs
  @OptionGroup(title: "Pictures and where to search") var looks: LookOptions
  @OptionGroup(title: "Gestures", visibility: Kind.task == .gestures ? .default : .private) var gestures: GestureOptions
  @OptionGroup(title: "Many pictures") var batch: BatchOptions

  func validate() throws {
    guard looks.lookAgain.isEmpty || hands.search.place == .everywhere else {
      throw ValidationError(
        "--look-again searches the whole picture: --palms-in, --hands-in and --smallest-hand exclude it")
    }
    guard looks.tileTime == nil || hands.search.smallestHand != nil else {
      throw ValidationError("--tile-time needs --smallest-hand")
    }
    let sources = [!images.isEmpty, batch.fromList != nil, batch.stream != nil]
    guard sources.contains(true) else {
      throw ValidationError("no pictures: expected files or folders, --from-list or --stdin")
    }
    guard sources.count(where: { $0 }) == 1 else {
      throw ValidationError("give pictures in one way only: as arguments, with --from-list or with --stdin")
    }
    guard images.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("‘-’ is given twice, but standard input holds one picture; --stdin takes many")
    }
    if batch.stream != nil {
      if outputs.annotate != nil { throw ValidationError("--annotate does not work with --stdin") }
      if outputs.output != nil { throw ValidationError("--output: the answers to --stdin go to standard output") }
      if ![nil, .json].contains(hands.basics.format) {
        throw ValidationError("--format: the answers to --stdin are JSON")
      }
    }
    if batch.resume {
      if outputs.output == nil { throw ValidationError("--resume needs --output, the file to continue") }
      if hands.basics.resultFormat != .json { throw ValidationError("--resume needs --json") }
      if outputs.annotate != nil { throw ValidationError("--annotate does not work with --resume") }
    }
  }

  func run() throws {
    try PictureLoop(
      Kind.task, hands, gestures, batch, inputs: inputs(), outputs: outputs, looks: looks
    ).run()
  }

  /// The pictures. Those of a list are all read at once if their names are needed.
  private func inputs() throws(CommandFailure) -> any PictureInputs {
    switch batch.stream {
    case .paths: return try PathStream("-", skipsEmptyLines: false)
    case .framed: return FrameStream(limits: hands.pictures.limits)
    case nil: break
    }
    guard let list = batch.fromList else { return ListedPictures(arguments: images, isRecursive: batch.recursive) }
    var paths = try PathStream(list, skipsEmptyLines: true, counts: StandardStreams.canShowPassingLine)
    // Outputs are compared with all pictures first. Only a list on standard input whose results go to a new file is
    // taken as it comes: nothing can be overwritten.
    let isSafe = outputs.output.map { list == "-" && FileNames.kind(of: $0) == nil } ?? true
    guard outputs.annotate != nil || !isSafe else { return paths }
    var pictures: [PictureInput] = []
    while let picture = try paths.next() { pictures.append(picture) }
    return ListedPictures(pictures)
  }
}
