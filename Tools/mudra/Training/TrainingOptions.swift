import ArgumentParser
import GestureTraining
import HandVideo
import Mudra
import PixelImaging
import TFLiteFormat

/// Options of the commands that read examples of gestures.
struct TrainingOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A folder with a folder of pictures for each gesture, or a file of landmarks.",
      discussion: """
        Folders named none or None have other poses. A folder in a gesture's folder has the pictures of one person or \
        session, a group. Landmarks are the output of ‘mudra landmarks’ with --json or --format csv-hands; the gesture \
        of a line is its label or, without it, the folder of its source, and its group is its key “group”.
        """))
  var examples: String

  @Option(
    help: ArgumentHelp(
      "A regular expression for the person or session in a path: its first capture group, or the whole match.",
      discussion: "With ‘hand(\\d)_’, a/hand1_7.png belongs to group 1.", valueName: "pattern"))
  var groups: String?

  @Option(
    help: ArgumentHelp("A folder of pictures of poses that are not gestures.", valueName: "folder"))
  var none: String?

  @Option(
    help: ArgumentHelp(
      "The bundle of a gesture recognizer with the networks to use; by default the one that comes with the program.",
      valueName: "file"))
  var base: String?

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Do not list pictures without a hand or show progress.")
  var quiet = false

  /// The bundle with the networks.
  func bundlePath() throws(CommandFailure) -> String {
    guard let path = base ?? BundledModels.gestureRecognizerPath else {
      throw CommandFailure(
        "gesture_recognizer.task", "the bundle that comes with the program is not beside it; give one with --base",
        .inputMissing)
    }
    if base != nil { try InputFile.check(path) }
    return path
  }

  func validate() throws {
    guard let groups else { return }
    do {
      _ = try Regex(groups)
    } catch {
      throw ValidationError("--groups ‘\(groups.printable)’ is not a regular expression")
    }
  }

  /// The pictures that are read; none for a file of landmarks. What is not taken is told, once.
  func pictureFiles(isQuiet: Bool = true) throws(CommandFailure) -> [GestureDataset.PictureFile] {
    var files: [GestureDataset.PictureFile] = []
    do throws(GestureTrainingError) {
      if InputFile.isFolder(examples) {
        let folder = try GestureFolder(examples)
        files = folder.files
        if !isQuiet { for notice in folder.notices { StandardStreams.report("\(examples): \(notice)") } }
      }
      if let none { files += try GestureDataset.pictures(inFolder: none, gesture: ModelConstants.Gestures.background) }
    } catch {
      throw CommandFailure(examples, error)
    }
    let group = groupOfPath()
    for index in files.indices {
      if let name = group(files[index].path) { files[index].group = name }
    }
    return files
  }

  /// The group that a path names by the option's pattern.
  private func groupOfPath() -> (String) -> String? {
    guard let groups, let pattern = try? Regex(groups) else { return { _ in nil } }
    return { path in
      guard let match = try? pattern.firstMatch(in: path) else { return nil }
      let captured = match.output.count > 1 ? match.output[1].substring : nil
      return String(captured ?? path[match.range])
    }
  }

  /// The examples of the folder or the file. Progress is shown on a terminal.
  func dataset() throws(CommandFailure) -> GestureDataset {
    let isFolder = InputFile.isFolder(examples)
    if !isFolder { try InputFile.check(examples) }
    let files = try pictureFiles(isQuiet: quiet)
    // Reference kernels for landmarks: their embeddings do not depend on the machine or on --kernels.
    let embedder = try embedder(isFolder ? network.kernels : .reference)
    var dataset = GestureDataset()
    do {
      var progress = ProgressBar(total: files.count, earlier: 0, isShown: !quiet && !files.isEmpty)
      defer { progress.end() }
      if !isFolder {
        let limits = network.bundles.limits
        if examples.lowercased().hasSuffix(".csv") {
          try dataset.add(tableOfFile: examples, embedder: embedder, limits: limits, group: groupOfPath())
        } else {
          try dataset.add(linesOfFile: examples, embedder: embedder, limits: limits, group: groupOfPath())
        }
      }
      try dataset.add(
        files, embedder: embedder, limits: pictures.limits, progress: { _ in progress.advance() }, read: Self.picture)
    } catch {
      throw CommandFailure(examples, error)
    }
    return dataset
  }

  /// A picture of any kind; errors say what is wrong without the path.
  static func picture(_ path: String, limits: ImageLimits) throws -> PixelImage {
    do {
      return try PictureReader.image(contentsOfFile: path, limits: limits)
    } catch {
      throw error.reason
    }
  }

  private func embedder(_ provider: KernelProvider?) throws(CommandFailure) -> HandEmbedder {
    let path = try bundlePath()
    do {
      return try HandEmbedder(
        model: network.handModel(path: path, kernelProvider: provider), threadCount: network.threads)
    } catch {
      throw CommandFailure(path, error)
    }
  }
}

extension NetworkOptions {
  /// The networks of a bundle, prepared as the options say.
  func handModel(path: String, kernelProvider: KernelProvider?) throws(TaskError) -> HandModel {
    try HandModel(
      path: path, kernelProvider: kernelProvider, precision: precision, limits: limits(), bundleLimits: bundles.limits)
  }
}

extension CommandFailure {
  /// Gestures that cannot be trained from the examples at `path`, read or written.
  init(_ path: String, _ error: GestureTrainingError) {
    switch error {
    case .cannotRead(let path, let reason): self.init(path, reason, .inputMissing, .unreadable)
    case .cannotWrite(let path, let reason): self.init(path, "cannot be written: \(reason)", .cannotWrite)
    case .invalidLine(let file, let number, let reason): self.init("\(file): line \(number)", reason)
    case .bundle(let error): self.init(path, error)
    case .task(let error): self.init(path, error)
    default: self.init(path, error.description)
    }
  }
}
