import Foundation
import TestSupport
import Testing

/// `Tools/install`, for a build that is there already. Tools/dev/check-manual checks the manual pages: SwiftPM makes
/// them, and it cannot run within a test.
@Suite struct InstallTests {
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Runs a program to its end; what it writes goes to a file.
  private func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> (Int32, String) {
    let path = folder.path("log")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: path)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: path, encoding: .utf8))
  }

  private func install(to prefix: String, in folder: TemporaryFolder) throws -> (Int32, String) {
    let script = PackageFolders.root.appendingPathComponent("Tools/install").path
    let built = try CommandRun.program().deletingLastPathComponent().path
    return try run(#require(Self.python), [script, "--prefix", prefix, "--built", built, "--no-manual"], in: folder)
  }

  @Test(.enabled(if: python != nil, "there is no Python"))
  func `the installed program has its models and completions`() throws {
    let folder = try TemporaryFolder()
    let prefix = folder.path("a prefix")
    // A second time over the first.
    for _ in 0..<2 {
      let (status, text) = try install(to: prefix, in: folder)
      #expect(status == 0, "\(text)")
      #expect(text.hasSuffix(" is installed: \(prefix)/bin/mudra\n"))
    }
    let (status, text) = try run(
      prefix + "/bin/mudra", ["gestures", TestFiles.picture("Victory_left")], in: folder)
    #expect(status == 0)
    #expect(text.contains("Victory"))
    for file in ["gesture_recognizer.task", "hand_landmarker.task"] {
      #expect(
        FileManager.default.fileExists(atPath: prefix + "/libexec/mudra/Mudra_HandModels.resources/" + file))
    }
    #expect(
      FileManager.default.fileExists(
        atPath: prefix + "/libexec/mudra/Mudra_GestureTraining.resources/other_poses.embeddings"))
    let commands = ["gestures", "landmarks", "video", "inspect", "run", "check", "profile"]
    for file in [
      "bash-completion/completions/mudra", "zsh/site-functions/_mudra", "fish/vendor_completions.d/mudra.fish",
    ] {
      let script = try String(contentsOfFile: prefix + "/share/" + file, encoding: .utf8)
      #expect(commands.allSatisfy { script.contains($0) })
      #expect(script.contains("palms-in"))
    }
    let schemas = try FileManager.default.contentsOfDirectory(atPath: prefix + "/share/mudra")
    #expect(schemas.contains("mudra.result-1.schema.json"))
    #expect(schemas.contains("LICENSE"))
  }

  @Test(
    .enabled(if: python != nil, "there is no Python"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no bash"))
  func `bash completes commands and options`() throws {
    let folder = try TemporaryFolder()
    let prefix = folder.path("p")
    #expect(try install(to: prefix, in: folder).0 == 0)
    let script = prefix + "/share/bash-completion/completions/mudra"
    for (words, expected) in [("mudra ges", "gestures"), ("mudra video --identity", "--identity-memory")] {
      let list = words.split(separator: " ")
      let (status, text) = try run(
        "/bin/bash",
        [
          "-c",
          """
          source '\(script)'; COMP_WORDS=(\(words)); COMP_CWORD=\(list.count - 1); COMP_LINE='\(words)'
          COMP_POINT=${#COMP_LINE}; $(complete -p mudra | sed 's/.*-F \\([^ ]*\\) .*/\\1/') mudra '\(list.last ?? "")' ''
          printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ], in: folder)
      #expect(status == 0, "\(text)")
      #expect(text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.contains(expected), "\(text)")
    }
  }

  @Test(.enabled(if: python != nil, "there is no Python"))
  func `a folder that cannot be written, or has no build, is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], as: "file")
    let (status, text) = try install(to: file + "/below", in: folder)
    #expect(status == 1)
    #expect(text.hasPrefix("install: "))
    #expect(text.split(separator: "\n").count == 1)
    let script = PackageFolders.root.appendingPathComponent("Tools/install").path
    let none = try run(
      #require(Self.python), [script, "--prefix", folder.path("p"), "--built", "/nowhere"], in: folder)
    #expect(none.0 == 1)
    #expect(none.1 == "install: there is no program /nowhere/mudra\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("p")))
  }
}
