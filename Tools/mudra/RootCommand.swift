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
      Every command prints text for a person, or JSON with --json (one line for each result); those that find hands \
      also tables and arrays, with --format.
      Exit status: 0 done, 64 wrong use, 65 bad input data, 66 input missing, 69 a needed program is missing, \
      73 output cannot be written, 75 a limit of time was reached.
      """,
    version: LibraryVersion.text,
    subcommands: [
      GesturesCommand.self, LandmarksCommand.self, VideoCommand.self, CameraCommand.self, InspectCommand.self,
      RunCommand.self, CheckCommand.self, ProfileCommand.self, TrainCommand.self, EvaluateCommand.self,
      LabelCommand.self, ReplayCommand.self,
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
      StandardStreams.report(message(for: error))
      Foundation.exit(ExitStatus.wrongUse.rawValue)
    }
  }

  private static func runArguments() throws {
    do {
      var command = try parseAsRoot()
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
