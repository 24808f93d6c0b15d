import ArgumentParser
import HandRecording
import HandVideo
import Mudra
import MudraPlatform
import PixelImaging
import TFLiteFormat
import TensorRuntime

/// `mudra check`: whether a file is intact and usable.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies a bundle, model, picture or clip: reads all of it, prepares it, runs it once.",
    usage: "mudra check [<options>] <file>",
    examples: [
      "check model.tflite", "check untrusted.task --json", "check untrusted.task --max-memory 64 --max-time 1",
    ])

  @Argument(help: "A .task, .tflite, PNG, JPEG or .y4m file.")
  var file: String

  @OptionGroup var network: NetworkOptions
  @OptionGroup var pictures: PictureLimitOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    // The time limit applies to the whole file.
    let options = network.planOptions(PreparationOptions.untrusted).started()
    let time = TimeGuard(options.limits.time) { [self] reason in
      let failure = CommandFailure(file, reason, .tooSlow, .timeout)
      // A reader that has gone away is not told.
      if json { try? StandardStreams.print(text(of: failure)) }
      StandardStreams.report(failure)
      return failure.status
    }
    var notes: [String] = []
    do throws(CommandFailure) {
      try check(options, &notes)
    } catch {
      time.finish()
      if json { try StandardStreams.print(text(of: error)) }
      throw error
    }
    time.finish()
    try StandardStreams.print(json ? text(of: nil, notes) : "\(file.onOneLine): ok")
    if !json { notes.forEach { StandardStreams.report($0) } }
  }

  private func text(of failure: CommandFailure?, _ notes: [String] = []) -> String {
    // The reason says where in the file the fault is, without the name of the file.
    let reason = failure.map { failure in
      let (line, start) = (failure.line.utf8, "\(file): ".onOneLine.utf8)
      return line.starts(with: start) ? String(decoding: line.dropFirst(start.count), as: UTF8.self) : failure.line
    }
    let noted: [(key: String, value: JSONValue)] =
      notes.isEmpty ? [] : [("notes", .array(notes.map { .string($0) }))]
    return JSONValue.object(
      JSONValue.firstMembers(schema: "mudra.check/1", source: file)
        + [("ok", .bool(failure == nil)), ("reason", JSONValue(reason))] + noted
    ).text
  }

  private func check(_ options: PlanOptions, _ notes: inout [String]) throws(CommandFailure) {
    try InputFile.check(file)
    let kind = FileFormat(firstBytes: try InputFile.firstBytes(of: file, count: FileFormat.byteCount))
    if kind?.isPicture == true {
      let bounds = ReadingBounds(limits: pictures.limits)
      _ = try CommandFailure.of { () throws(VideoError) in
        try PictureReader.picture(contentsOfFile: file, bounds: bounds)
      }
    } else if kind == .y4m {
      do {
        let clip = try Y4MReader(path: file, limits: pictures.limits)
        while try clip.nextFrame() != nil {}
      } catch {
        throw CommandFailure(file, error)
      }
    } else {
      try checkModels(options, &notes)
    }
  }

  private func checkModels(_ options: PlanOptions, _ notes: inout [String]) throws(CommandFailure) {
    let contents = try ModelFile(path: file, limits: network.bundles.limits, options: options)
    let networks = contents.networks
    guard !networks.isEmpty else { throw CommandFailure(file, "the bundle holds no model") }
    // Cheap checks come first, and the task before runs, so that a bad file is rejected at once.
    for entry in networks {
      for name in try ModelSummary.metadata(of: entry.model, place: entry.place(in: file)).missingFiles {
        notes.append(
          CommandFailure(entry.place(in: file), "file “\(name)”, which the metadata names, is not appended").line)
      }
      do throws(ModelError) {
        try options.currentDeadline?.check()
      } catch {
        throw CommandFailure(entry.place(in: file), error)
      }
    }
    if case .bundle(let archive, _) = contents.content { try checkTask(archive, options) }
    for entry in networks {
      do throws(ModelError) {
        // New inputs are zero, the plain input.
        try Interpreter(entry.model, options: options, threads: network.threads).run()
        try options.currentDeadline?.check()
      } catch {
        throw CommandFailure(entry.place(in: file), error)
      }
    }
  }

  /// Creates the task that a bundle is for, which reads all its networks before it prepares any: they must exist and
  /// have the right tensors and labels.
  private func checkTask(_ archive: Archive, _ options: PlanOptions) throws(CommandFailure) {
    func contains(_ name: String) -> Bool { archive.entries.contains { $0.name.hasSameBytes(as: name) } }
    let bundle = TaskBundle(name: file, archive: archive.reopened)
    do throws(TaskError) {
      if ["hand_landmarker.task", "hand_gesture_recognizer.task"].contains(where: contains) {
        _ = try GestureRecognizer(model: HandModel(bundle, namesGestures: true, options: options))
      } else if ["hand_detector.tflite", "hand_landmarks_detector.tflite"].contains(where: contains) {
        _ = try HandLandmarker(model: HandModel(bundle, namesGestures: false, options: options))
      }
    } catch {
      throw CommandFailure(file, error)
    }
  }
}
