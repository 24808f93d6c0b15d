import Foundation
import TestSupport
import Testing

/// What `mudra --help` and `mudra COMMAND --help` say.
@Suite struct HelpTests {
  private static let commands = [
    "gestures", "landmarks", "video", "camera", "inspect", "run", "check", "profile", "train", "evaluate", "label",
    "replay",
  ]
  private static let limits = [
    "--max-memory", "--max-time", "--max-model-file", "--max-entries", "--max-nesting", "--max-operators",
    "--max-multiply-adds", "--max-side", "--max-megapixels",
  ]

  private func help(_ words: String...) async throws -> String {
    let run = try await CommandRun.mudra(words, environment: ["COLUMNS": "80"])
    #expect(run.status == 0, "\(words)")
    return run.output
  }

  @Test func `these are all commands`() async throws {
    let list = try #require(try await help("--help").components(separatedBy: "SUBCOMMANDS:\n").last)
    let names = list.matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.1) }
    #expect(names == Self.commands)
  }

  @Test(arguments: commands) func `no line of a help is wider than 80 columns`(command: String) async throws {
    for text in [try await help(command, "--help"), try await help(command, "--help-hidden"), try await help("--help")]
    {
      let lines = text.split(separator: "\n")
      #expect(lines.count > 5)
      #expect(lines.filter { $0.count > 80 } == [])
    }
  }

  @Test(arguments: [nil] + commands)
  func `every help shows three examples that are used right`(
    command: String?
  ) async throws {
    let text = if let command { try await help(command, "--help") } else { try await help("--help") }
    let examples = text.split(separator: "\n").filter { $0.hasPrefix("  mudra ") }
    #expect(examples.count >= 3)
    let folder = try TemporaryFolder()
    for example in examples {
      let words = example.split(separator: " ").dropFirst().map(String.init)
      #expect(command == nil || words.first == command)
      // Without its files, it is refused for them and not for how it is written.
      let run = try await CommandRun.mudra(words, limits: "cd '\(folder.path("."))'")
      #expect(run.status != 64, "\(example): \(run.errors)")
    }
  }

  @Test(arguments: ["gestures", "landmarks", "video", "camera"])
  func `basics come first in the help of a command that finds hands`(command: String) async throws {
    let text = try await help(command, "--help")
    let titles = text.split(separator: "\n").filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
    #expect(titles.prefix(2) == ["ARGUMENTS:", "BASICS:"])
    let basics = try #require(text.components(separatedBy: "BASICS:\n").last?.components(separatedBy: "\n\n").first)
    for option in ["--hands", "--model", "--json", "--format", "--output", "--annotate"] {
      #expect(basics.contains("  \(option)"), "\(option)")
    }
  }

  @Test(arguments: commands) func `limits are listed by help-hidden only, and the help says so`(
    command: String
  ) async throws {
    let (short, long) = (try await help(command, "--help"), try await help(command, "--help-hidden"))
    #expect(!short.contains("  --max-"))
    #expect(short.contains("--help-hidden") == long.contains("  --max-"))
    guard command == "gestures" else { return }
    for limit in Self.limits { #expect(long.contains("  \(limit) "), "\(limit)") }
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

  @Test func `a picture in place of a command gets the command to use`() async throws {
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
