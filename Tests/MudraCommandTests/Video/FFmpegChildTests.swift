import Foundation
import PixelImaging
import TestSupport
import Testing

/// Children that are missing, hang, lie or talk too much: scripts in the place of `ffmpeg`.
@Suite struct FFmpegChildTests {
  private let folder: TemporaryFolder
  private let video: String

  init() throws {
    folder = try TemporaryFolder()
    video = try folder.write([0, 0, 0, 24] + Array("ftypmp42".utf8), as: "a.mp4")
  }

  /// - Parameter patience: seconds that the child may do nothing: on a busy machine a shell takes one to start.
  private func run(_ script: String, patience: Int = 100, arguments: [String] = []) async throws -> CommandRun {
    try await CommandRun.mudra(
      ["video", video, "--max-wait", "\(patience)"] + arguments, environment: FFmpegTool.impostor(script, in: folder))
  }

  /// Whether the child that wrote its number into a file has ended, or does within some seconds.
  private func isGone() async throws -> Bool {
    let number = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    _ = try #require(pid_t(number))
    for _ in 0..<500 {
      // Where no process waits for orphans, such as in a container, it stays a zombie.
      let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
      guard let status, !status.contains("State:\tZ") else { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private var notesNumber: String { "echo $$ > '\(folder.path("pid"))'" }

  @Test func `without ffmpeg a line says what is missing`() async throws {
    let output = folder.path("out.mp4")
    let clip = try DrawnClip.write([0], in: folder)
    // A program of the working folder is not taken.
    _ = try FFmpegTool.impostor("exit 0", in: folder)
    for path in ["/nonexistent", "programs:.:"] {
      for (arguments, file) in [([video], video), ([clip, "--annotate", output], output)] {
        let run = try await CommandRun.mudra(
          ["video"] + arguments, environment: ["PATH": path], limits: "cd '\(folder.url.path)'")
        #expect(run.status == 69)
        #expect(
          run.errorLines == [
            "mudra: \(file): needs the program ffmpeg, which is not in a folder of PATH (Debian: apt install ffmpeg)"
          ])
      }
    }
  }

  @Test func `a child that does nothing is ended after the time it has`() async throws {
    let start = Date()
    let run = try await run("\(notesNumber)\nexec sleep 1000", patience: 15)
    #expect(run.status == 65)
    #expect(run.errorLines.first == "mudra: \(video): ffmpeg did nothing for 15 seconds")
    // The child would sleep for longer; a busy machine takes its time.
    #expect(Date().timeIntervalSince(start) < 900)
    #expect(try await isGone())
  }

  @Test func `a child that does not end after its frames is ended`() async throws {
    let run = try await run("\(notesNumber)\nexec sleep 1000 >&-", patience: 15)
    #expect(run.status == 65)
    #expect(run.errorLines.first == "mudra: \(video): ffmpeg was ended by signal 9")
    #expect(try await isGone())
  }

  @Test func `a child that talks without end on standard error is heard a little`() async throws {
    let run = try await run("head -c 50000000 /dev/zero | tr '\\0' x >&2\nexit 3")
    #expect(run.status == 65)
    #expect(run.errorLines.first == "mudra: \(video): ffmpeg: " + String(repeating: "x", count: 200) + "…")
    let colors = try await self.run("printf '[mov @ 0x1] \\033[31mred\\nmore\\n' >&2\nexit 1")
    #expect(colors.errorLines.first == "mudra: \(video): ffmpeg: \\u{1b}[31mred")
  }

  @Test func `how a child ends without a word is told`() async throws {
    #expect(try await run("exit 3").errorLines.first == "mudra: \(video): ffmpeg ended with status 3")
    #expect(try await run("kill -6 $$").errorLines.first == "mudra: \(video): ffmpeg was ended by signal 6")
  }

  @Test(arguments: [
    ("a stream without end", "exec cat /dev/zero", "a bad identifier"),
    ("a large element", "printf '\\354\\001\\0\\0\\0\\0\\377\\377\\377'; exec cat /dev/zero", "a large element"),
    ("an element of 71 million gigabytes", "printf '\\354\\001\\377\\377\\377\\377\\377\\377\\376'", "a large element"),
    ("an element of unknown size", "printf '\\354\\377'", "a large element"),
    ("a number of eight bytes", "printf '\\347\\210\\377\\377\\377\\377\\377\\377\\377\\377'", "a bad number"),
    ("an element that is cut", "printf '\\354\\204ab'", "cut short"),
    ("a size that is cut", "printf '\\354\\100'", "cut short"),
    (
      "a frame without the row that tells its width", "printf '\\243\\205\\201\\0\\0\\200x'",
      "a frame without a size"
    ),
    (
      "a frame of white without end",
      "printf '\\243\\020\\377\\377\\377\\201\\0\\0\\200'; tr '\\0' '\\377' < /dev/zero", "a frame without a size"
    ),
    ("a frame that is cut", "printf '\\243\\215\\201\\0\\0\\200\\377\\377\\377\\0\\0\\0xy'", "cut short"),
  ])
  func `what is no stream of frames is refused`(name: String, script: String, reason: String) async throws {
    let run = try await run(script)
    #expect(run.status == 65)
    #expect(run.errorLines.first == "mudra: \(video): what ffmpeg gives is malformed: \(reason)")
  }

  @Test func `frames of a size beyond the limits take no memory`() async throws {
    // 16384 × 16384 pixels are 800 MB; with the limit of address space they could not be had.
    let run = try await run(
      "printf '\\243\\010\\060\\001\\200\\004\\201\\0\\0\\200'; head -c 49152 /dev/zero | tr '\\0' '\\377'; exec cat /dev/zero"
    )
    #expect(run.status == 65)
    #expect(run.errors.contains("16384 × 16384"))
    let empty = try await self.run("printf '\\243\\212\\201\\0\\0\\200\\377\\377\\377\\0\\0\\0'")
    #expect(empty.errors.contains("1 × 0"))
  }

  @Test func `the frames before an error are answered`() async throws {
    let frame = "\\243\\215\\201\\0\\0\\200\\377\\377\\377\\0\\0\\0xyz"
    let run = try await run(
      "printf '\(frame)'; printf '\\247\\200'; echo 'it broke' >&2; exit 1", arguments: ["--json"])
    #expect(run.status == 65)
    #expect(try ResultLine.lines(run.output).map(\.width) == [1])
    #expect(run.errorLines.first == "mudra: \(video): ffmpeg: it broke")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the program and its child`(_ signal: Int32) async throws {
    let process = Process()
    process.executableURL = try CommandRun.program()
    process.arguments = ["video", video, "--max-wait", "1000"]
    process.environment = try FFmpegTool.impostor("\(notesNumber)\nexec sleep 1000", in: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runWithSignals()
    while !FileManager.default.fileExists(atPath: folder.path("pid")) { try await Task.sleep(for: .milliseconds(20)) }
    try await Task.sleep(for: .milliseconds(300))
    let start = Date()
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(Date().timeIntervalSince(start) < 60)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try await isGone())
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
  func `a signal leaves a whole video of the frames so far, or none`() async throws {
    let clip = try FFmpegTool.video("long.mkv", ["-vf", "loop=60:16:0", "-codec:v", "ffv1"], in: folder)
    for round in 0..<3 {
      let output = folder.path("out\(round).mp4")
      let process = Process()
      process.executableURL = try CommandRun.program()
      process.arguments = ["video", clip, "--task", "landmarks", "--annotate", output]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.runWithSignals()
      try await Task.sleep(for: .milliseconds(700 + 450 * round))
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      // It may have come to its end before.
      #expect(process.terminationStatus == (process.terminationReason == .exit ? 0 : SIGINT))
      guard FileManager.default.fileExists(atPath: output) else { continue }
      let run = try await CommandRun.mudra(["video", output, "--json"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.lines.count > 0)
    }
    #expect(try folder.names().allSatisfy { !$0.hasPrefix(".mudra-") })
  }

  @Test(arguments: [
    (["--max-wait", "0"], "--max-wait is 0, expected a number from 1 to 86400"),
    (["--annotate", "x.webp"], "--annotate x.webp: expected a name that ends in .y4m, .mp4, .m4v, .mov or .mkv"),
  ])
  func `an option out of range is wrong use`(options: [String], message: String) async throws {
    let run = try await CommandRun.mudra(["video", video] + options)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("mudra: \(message)"))
  }
}
