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
        _ = try Image(contentsOfFile: file)
      } catch {
        throw CommandFailure(file, error)
      }
    } else if start.starts(with: Array("YUV4MPEG2".utf8)) {
      do {
        let clip = try Y4MReader(path: file)
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
    for entry in networks {
      let place = entry.place(in: file)
      do throws(ModelError) {
        // A new session's inputs are zero: the plain input.
        try Session(Plan(entry.model, options: network.planOptions), threads: network.threads).run()
      } catch {
        throw CommandFailure(place, error)
      }
      // Metadata and the labels it names.
      _ = try ModelSummary(entry.model, place: place, options: network.planOptions)
    }
    try checkTask(contents)
  }

  /// Makes the task that a bundle is for, which needs certain entries, tensors and labels.
  private func checkTask(_ contents: ModelFile) throws(CommandFailure) {
    let base = BaseOptions()
    base.modelAssetPath = file
    base.kernelProvider = network.kernels
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
