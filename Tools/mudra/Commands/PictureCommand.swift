import ArgumentParser

/// What tells `mudra gestures` and `mudra landmarks` apart.
protocol PictureCommandKind {
  static var task: HandTask.Kind { get }
  static var abstract: String { get }
}

/// A command that finds hands in pictures.
///
/// One type for both rather than a group of options: in debug builds the parser checks each group once for every
/// check of the group around it, so that a level more makes the command start several times slower.
struct PictureCommand<Kind: PictureCommandKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Kind.task.rawValue, abstract: Kind.abstract)
  }

  @Argument(
    help: """
      PNG or JPEG files, folders of them, patterns in quotes such as 'photos/*/*.jpg', or ‘-’ for a picture on \
      standard input.
      """)
  var images: [String] = []

  @OptionGroup var batch: BatchOptions
  @OptionGroup var hands: HandOptions

  @Option(
    help: ArgumentHelp(
      "Write the picture with the hands drawn on it: .png, or .jpg with quality 90.",
      discussion: """
        A file for one picture; with several, a folder (an existing one, or a name that ends in /), whose files are PNG.
        """,
      valueName: "out.png"))
  var annotate: String?

  func validate() throws {
    let sources = [!images.isEmpty, batch.fromList != nil, batch.stream != nil]
    guard sources.contains(true) else {
      throw ValidationError("no pictures: expected files or folders, --from-list or --stdin")
    }
    guard sources.count(where: { $0 }) == 1 else {
      throw ValidationError("expected pictures from one place only: arguments, --from-list or --stdin")
    }
    guard images.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("‘-’: standard input holds one picture only; --stdin takes many")
    }
    if batch.stream != nil, annotate != nil { throw ValidationError("--annotate: is not for --stdin") }
    if batch.stream != nil, ![nil, .json].contains(hands.format) {
      throw ValidationError("--format: the answers to --stdin are JSON")
    }
    if batch.resume, hands.resultFormat != .json { throw ValidationError("--resume: needs --json") }
    if batch.resume, annotate != nil { throw ValidationError("--resume: is not for --annotate") }
  }

  func run() throws {
    let loop = try PictureLoop(
      Kind.task, hands, batch, inputs: try inputs(), annotate: annotate)
    try loop.run()
  }

  /// The pictures. Those of a list are all read at once if their names are needed.
  private func inputs() throws(CommandFailure) -> any PictureInputs {
    switch batch.stream {
    case .paths: return try PathStream("-", skipsEmptyLines: false)
    case .framed: return FrameStream(limits: hands.pictures.limits)
    case nil: break
    }
    guard let list = batch.fromList else { return ListedPictures(arguments: images) }
    var paths = try PathStream(list, skipsEmptyLines: true, counts: StandardStreams.canShowPassingLine)
    guard annotate != nil else { return paths }
    var pictures: [PictureInput] = []
    while let picture = try paths.next() { pictures.append(picture) }
    return ListedPictures(pictures)
  }
}
