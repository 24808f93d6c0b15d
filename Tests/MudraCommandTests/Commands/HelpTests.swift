import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import MudraCommand

/// What `mudra --help` and `mudra COMMAND --help` say.
@Suite struct HelpTests {
  private static let commands = RootCommand.configuration.subcommands
  private static let limits = [
    "--max-memory", "--max-time", "--max-model-file", "--max-entries", "--max-nesting", "--max-operators",
    "--max-multiply-adds", "--max-side", "--max-megapixels",
  ]

  private func help(_ command: any ParsableCommand.Type, hidden: Bool = false) -> String {
    RootCommand.helpMessage(for: command, includeHidden: hidden, columns: 80)
  }

  @Test(arguments: [false, true]) func `no line of any help is wider than 80 columns`(hidden: Bool) {
    for command in Self.commands + [RootCommand.self] {
      let lines = help(command, hidden: hidden).split(separator: "\n")
      #expect(lines.count > 5)
      #expect(lines.filter { $0.count > 80 } == [], "\(command._commandName)")
    }
  }

  @Test func `every command's help shows three examples that parse`() throws {
    for command in Self.commands + [RootCommand.self]
    where !["train", "evaluate", "label"].contains(command._commandName) {
      let examples = help(command).split(separator: "\n").filter { $0.hasPrefix("  mudra ") }
      #expect(examples.count >= 3, "\(command._commandName)")
      for example in examples {
        let words = example.split(separator: " ").dropFirst().map(String.init)
        let parsed = try RootCommand.parseAsRoot(words)
        #expect(command == RootCommand.self || type(of: parsed) == command, "\(example)")
      }
    }
  }

  @Test(arguments: ["gestures", "landmarks", "video", "camera"])
  func `basics come first in the help of a command that finds hands`(command: String) throws {
    let command = try #require(Self.commands.first { $0._commandName == command })
    let text = help(command)
    let titles = text.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
    #expect(titles.prefix(2) == ["ARGUMENTS:", "BASICS:"])
    let basics = try #require(text.components(separatedBy: "BASICS:\n").last?.components(separatedBy: "\n\n").first)
    for option in ["--hands", "--model", "--json", "--format", "--output", "--annotate"] {
      #expect(basics.contains("  \(option)"), "\(option)")
    }
  }

  @Test func `limits are listed by help-hidden only, and the help says so`() {
    for command in Self.commands {
      let (short, long) = (help(command), help(command, hidden: true))
      #expect(!short.contains("  --max-"), "\(command._commandName)")
      let hasLimits = long.contains("  --max-")
      #expect(short.contains("--help-hidden") == hasLimits, "\(command._commandName)")
    }
    let gestures = help(GesturesCommand.self, hidden: true)
    for limit in Self.limits { #expect(gestures.contains("  \(limit) "), "\(limit)") }
  }

  @Test(arguments: [
    (["gesture", "x.png"], "‘gesture’ is not a command of mudra; did you mean ‘gestures’?"),
    (["landmraks", "x.png"], "‘landmraks’ is not a command of mudra; did you mean ‘landmarks’?"),
    (["Video"], "‘Video’ is not a command of mudra; did you mean ‘video’?"),
    (["insp", "a.task"], "‘insp’ is not a command of mudra; did you mean ‘inspect’?"),
    (["help", "evalute"], "‘evalute’ is not a command of mudra; did you mean ‘evaluate’?"),
    (["xyzzy"], "‘xyzzy’ is not a command of mudra; mudra --help lists its commands"),
  ])
  func `a misspelt command gets a suggestion`(_ arguments: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(arguments)
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: \(message)"])
    #expect(run.output.isEmpty)
  }

  @Test func `a picture in place of a command is told which command to use`() async throws {
    let picture = TestFiles.picture("Thumb_Up_left")
    let run = try await CommandRun.mudra([picture])
    #expect(run.status == 64)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasSuffix("; to find hands in a picture: mudra gestures \(picture)\n"))
  }

  @Test(arguments: [
    (["--min-detection", "3"], "--min-detection is 3, expected a number from 0 to 1"),
    (["--min-detection=3.00"], "--min-detection is 3.00, expected a number from 0 to 1"),
    (["--min-presence", "1e9"], "--min-presence is 1e9, expected a number from 0 to 1"),
    (["--canned-threshold", "-0.10"], "--canned-threshold is -0.10, expected a number from 0 to 1"),
    (["--max-time", "0"], "--max-time is 0, expected a number from 0.001 to 1000000"),
  ])
  func `a number out of range is quoted as it was typed`(_ options: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["gestures", TestFiles.picture("Thumb_Up_left")] + options)
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: \(message)"])
  }
}
