import ArgumentParser
import Mudra
import PixelImaging
import TensorRuntime

/// `mudra check`: whether a file is whole and usable.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies a bundle, model, picture or clip: reads it whole, prepares it, runs it once.")

  @Argument(help: "A .task, .tflite, PNG, JPEG or .y4m file.")
  var file: String

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do throws(CommandFailure) {
      try check()
    } catch {
      if json { try StandardStreams.print(text(of: error)) }
      throw error
    }
    try StandardStreams.print(json ? text(of: nil) : "\(file.onOneLine): ok")
  }

  /// How long all networks of a file, and a run of each, may take unless told otherwise: a file from a stranger is judged
  /// within seconds. A debug build may be far slower.
  private static let usualTime = BuildKind.name == "debug" ? ModelLimits().time : .seconds(2)

  private func text(of failure: CommandFailure?) -> String {
    // The reason says where in the file it is, without the file's own name.
    let reason = failure.map { $0.line.hasPrefix(file + ": ") ? String($0.line.dropFirst(file.count + 2)) : $0.line }
    return JSONValue.object([
      ("schema", "mudra.check/1"), ("source", .string(file)), ("ok", .bool(failure == nil)),
      ("reason", JSONValue(reason)),
    ]).text
  }

  private func check() throws(CommandFailure) {
    try InputFile.check(file)
    let start = try InputFile.firstBytes(of: file, count: 10)
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) || start.starts(with: [0xFF, 0xD8]) {
      do {
        _ = try Image(contentsOfFile: file, limits: pictures.limits)
      } catch {
        throw CommandFailure(file, error)
      }
    } else if start.starts(with: Array("YUV4MPEG2".utf8)) {
      do {
        let clip = try Y4MReader(path: file, limits: pictures.limits)
        while try clip.nextFrame() != nil {}
      } catch {
        throw CommandFailure(file, error)
      }
    } else {
      try checkModels()
    }
  }

  private func checkModels() throws(CommandFailure) {
    let contents = try ModelFile(path: file)
    let networks = contents.networks
    guard !networks.isEmpty else { throw CommandFailure(file, "the bundle holds no model") }
    // What costs nothing comes first, the task before runs: a wrong file is to be refused at once.
    for entry in networks {
      _ = try ModelSummary.metadata(of: entry.model, place: entry.place(in: file))
    }
    try checkTask(contents)
    try run(networks)
  }

  private func run(_ networks: [ModelFile.Network]) throws(CommandFailure) {
    var options = network.planOptions
    options.limits = network.limits(time: Self.usualTime)
    let start = ContinuousClock.now
    for entry in networks {
      do throws(ModelError) {
        // New inputs are zero: the plain input.
        try Interpreter(entry.model, options: options, threads: network.threads).run()
        if let time = options.limits.time, start.duration(to: .now) > time { throw .tooSlow(limit: time) }
      } catch {
        throw CommandFailure(entry.place(in: file), error)
      }
    }
  }

  /// Makes the task that a bundle is for, which reads all its networks before it prepares one: they must be there, with
  /// the right tensors and labels.
  private func checkTask(_ contents: ModelFile) throws(CommandFailure) {
    let base = BaseOptions()
    base.modelAssetPath = file
    base.kernelProvider = network.kernels
    base.modelLimits = network.limits(time: Self.usualTime)
    do throws(TaskError) {
      if ["hand_landmarker.task", "hand_gesture_recognizer.task"].contains(where: contents.contains) {
        let options = GestureRecognizerOptions()
        options.baseOptions = base
        _ = try GestureRecognizer(options: options)
      } else if ["hand_detector.tflite", "hand_landmarks_detector.tflite"].contains(where: contents.contains) {
        let options = HandLandmarkerOptions()
        options.baseOptions = base
        _ = try HandLandmarker(options: options)
      }
    } catch {
      throw CommandFailure(file, error)
    }
  }
}
