import ArgumentParser
import Foundation
import HandRecording
import Mudra
import MudraPlatform

/// `mudra replay`: runs a recorded session again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Runs a session recorded by Mudra Studio again and compares the answers.",
    usage: "mudra replay [<options>] <file>",
    discussion: """
      Uses the options and frames of the recording. For each frame, a line says whether the answer is the recorded \
      one; --json prints the answers instead. The exit status is 65 if one differs.
      """,
    examples: ["replay session.mudra", "replay session.mudra --model my.task", "replay session.mudra --json"])

  @Argument(help: "The recorded session, such as session.mudra.")
  var file: String

  @Option(help: ArgumentHelp("The .task bundle to use instead of the built-in one.", valueName: "file"))
  var model: String?

  @Flag(help: "Print JSON, one line per frame, as mudra video does.")
  var json = false

  @OptionGroup(title: "Limits") var preparation: PreparationOptions
  @OptionGroup(title: "Limits") var bundles: BundleLimitOptions

  func run() throws {
    try InputFile.check(file)
    let reader = try recording { () throws(RecordingError) in try RecordingReader(path: file) }
    let bundle = try bundlePath()
    try InputFile.check(bundle)
    let model: HandModel
    do {
      let bytes = Data(try WholeFile.read(bundle, byteLimit: bundles.limits.fileByteCount))
      if let recorded = reader.header.model {
        let current = RecordingHeader.Model(name: bundle, bundle: bytes)
        if current.sha256 != recorded.sha256 {
          StandardStreams.report(
            "\(file.onOneLine): was recorded with another model, SHA-256 \(recorded.sha256.onOneLine)")
        }
      }
      model = try HandModel(
        data: bytes, precision: reader.header.options.precision, limits: preparation.limits(ModelLimits()),
        bundleLimits: bundles.limits)
    } catch let error as TaskError {
      throw CommandFailure(bundle, error)
    } catch let error as SystemFailure {
      throw CommandFailure(bundle, error.reason)
    }
    let replay = RecordingReplay(reader, model: model, source: file)
    var (count, compared, different) = (0, 0, 0)
    while let step = try recording({ () throws(RecordingError) in try replay.next() }) {
      count += 1
      if step.isEqual != nil { compared += 1 }
      if step.isEqual == false { different += 1 }
      try StandardStreams.print(json ? step.result.json : line(step))
    }
    let summary =
      "\(NumberText.count(count, "frame")): \(compared - different) as recorded, \(different) different, "
      + "\(count - compared) without a recorded answer"
    if json { StandardStreams.report(summary) } else { try StandardStreams.print(summary) }
    if different > 0 { throw ExitStatus.badData }
  }

  private func bundlePath() throws(CommandFailure) -> String {
    guard let path = model ?? BundledModels.gestureRecognizerPath else {
      throw CommandFailure(
        "gesture_recognizer.task", "the built-in bundle is missing beside the program; name one with --model",
        .inputMissing)
    }
    return path
  }

  private func recording<T>(_ body: () throws(RecordingError) -> T) throws(CommandFailure) -> T {
    do {
      return try body()
    } catch {
      throw CommandFailure(file, error.description)
    }
  }

  private func line(_ step: RecordingReplay.Step) -> String {
    let verdict =
      switch step.isEqual {
      case true?: "as recorded"
      case false?: "DIFFERENT"
      case nil: "no recorded answer"
      }
    return "frame \(step.index): \(NumberText.count(step.result.hands.count, "hand")), \(verdict)"
  }
}
