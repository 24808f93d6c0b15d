import ArgumentParser
import Foundation
import MudraPlatform

/// The command `mudra`.
@main
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mudra",
    abstract: "Finds hands in pictures and video and names their gestures.",
    discussion: """
      Prints text for people, or JSON with --json. Commands that find hands also write tables and NumPy arrays \
      (--format).

      Examples:
        mudra gestures photo.jpg --annotate hands.png
        mudra landmarks photos --hands 2 --format csv --output hands.csv
        mudra video clip.mp4 --hands 2 --identities --events

      Exit status: 0 success, 64 wrong usage, 65 invalid input, 66 missing input, 69 a required program is missing, \
      73 output cannot be written, 75 a time limit was reached.
      """,
    version: LibraryVersion.text,
    subcommands: [
      GesturesCommand.self, LandmarksCommand.self, VideoCommand.self, CameraCommand.self, InspectCommand.self,
      RunCommand.self, CheckCommand.self, ProfileCommand.self, TrainCommand.self, TrainMotionsCommand.self,
      EvaluateCommand.self, LabelCommand.self, ReplayCommand.self,
    ])

  /// Runs the command that the arguments name. Any error becomes one line on standard error.
  static func main() {
    StandardStreams.prepare()
    do {
      try runArguments()
    } catch let failure as CommandFailure {
      StandardStreams.report(failure)
      Foundation.exit(failure.status.rawValue)
    } catch {
      // The parser's lists of values have lines of their own.
      StandardStreams.report(
        message(for: error).replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", "))
      Foundation.exit(ExitStatus.wrongUse.rawValue)
    }
  }

  private static func runArguments() throws {
    do {
      let arguments = SubcommandName.joined(PathText.programArguments)
      try SubcommandName.check(arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let status as ExitStatus {
      Foundation.exit(status.rawValue)
    } catch {
      // Help and version are "errors" of the parser that are successful.
      guard !(error is CommandFailure), exitCode(for: error).isSuccess else { throw error }
      try StandardStreams.print(fullMessage(for: error))
    }
  }
}
