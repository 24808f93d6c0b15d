import Foundation
import TestSupport
import Testing

/// Results in a file, which may have been left unfinished.
@Suite struct ResumeTests {
  /// What an undisturbed run writes for pictures of all kinds.
  private static func expected(_ paths: [String]) async throws -> [UInt8] {
    Array(try await CommandRun.mudra(["landmarks", "--json"] + paths).output.utf8)
  }

  @Test func `output has the lines of standard output, and replaces a file`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let file = try pictures.folder.write(Array("old results, longer than one line\n".utf8), as: "results")
    let run = try await CommandRun.mudra(["landmarks", "--json", "--output", file] + paths)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 4)
    #expect(try await TestFiles.bytes(file) == Self.expected(paths))
    let picture = paths[0]
    let over = try await CommandRun.mudra(["landmarks", picture, "--output", picture])
    #expect(over.status == 64)
    #expect(over.errors.contains("would write over"))
  }

  @Test func `a file that was cut anywhere is continued to what an undisturbed run writes`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let whole = try await Self.expected(paths)
    let ends = whole.indices.filter { whole[$0] == 10 }.map { $0 + 1 }
    let cuts = [0, 300, ends[0] - 1, ends[0], ends[2] + 40, ends[12] - 2, whole.count]
    for (index, cut) in cuts.enumerated() {
      let file = try pictures.folder.write(Array(whole[..<cut]), as: "results")
      let run = try await CommandRun.mudra(
        ["landmarks", "--json", "--resume", "--output", file, "--jobs", "\(1 + index % 3)"] + paths)
      #expect(run.status == 65, "\(run.errors)")
      #expect(try TestFiles.bytes(file) == whole, "\(cut)")
    }
    // Nothing is computed again, and a missing file counts for the status as if it were.
    let file = try pictures.folder.write(whole, as: "results")
    let again = try await CommandRun.mudra(["landmarks", "--json", "--resume", "--output", file] + paths)
    #expect(again.errorLines == ["\(file): kept 13 lines; of each, only the name of its picture was compared"])
    let fresh = pictures.folder.path("fresh")
    let last = try await CommandRun.mudra(
      ["landmarks", "--json", "--resume", "--output", fresh, paths[0], paths[12]])
    #expect(last.status == 66)
    let resumed = try await CommandRun.mudra(
      ["landmarks", "--json", "--resume", "--output", fresh, paths[0], paths[12]])
    #expect(resumed.status == 66)
  }

  @Test func `results of other pictures are not continued and stay`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let whole = try await Self.expected(paths)
    let file = try pictures.folder.write(whole, as: "results")
    for (arguments, line) in [
      (Array(paths.reversed()), "line 1 is not the answer for \(paths[12])"),
      (Array(paths[..<3]), "line 4 is of no picture of this command"),
    ] {
      let run = try await CommandRun.mudra(["landmarks", "--json", "--resume", "--output", file] + arguments)
      #expect(run.status == 65)
      #expect(run.errorLines == ["mudra: \(file): cannot be continued: \(line)"])
      #expect(try TestFiles.bytes(file) == whole)
    }
  }

  /// Sends a signal when a file has grown by some lines. Does not leave its thread, which others might keep.
  private func end(_ arguments: [String], by signal: Int32, whenGrown file: String) throws {
    func byteCount() -> Int { (try? TestFiles.bytes(file).count) ?? 0 }
    let before = byteCount()
    let run = try StreamingRun(arguments)
    let start = ContinuousClock.now
    while byteCount() < before + 8000, start.duration(to: .now) < .seconds(20) { Thread.sleep(forTimeInterval: 0.005) }
    kill(run.identifier, signal)
    #expect(try run.end() == -signal)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func `a run that a signal ends leaves whole lines, and is continued`(_ signal: Int32) async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let many = Array(repeating: paths.filter { !$0.hasSuffix("missing.png") }, count: 8).flatMap(\.self)
    let list = try pictures.folder.write(Array(many.joined(separator: "\n").utf8), as: "list")
    let file = pictures.folder.path("results")
    let arguments = ["gestures", "--json", "--from-list", list, "--resume", "--output", file]
    for _ in 0..<2 {
      try end(arguments, by: signal, whenGrown: file)
      let found = try TestFiles.bytes(file)
      #expect(found.last == 10)
      #expect(try AnswerLine.lines(String(decoding: found, as: UTF8.self)).count < many.count)
    }
    #expect(try await CommandRun.mudra(arguments + ["--jobs", "2"]).status == 65)
    let undisturbed = try await CommandRun.mudra(["gestures", "--json", "--from-list", list])
    #expect(try TestFiles.bytes(file) == Array(undisturbed.output.utf8))
  }

  @Test(.enabled(if: !Sanitizer.isThread, "Thread Sanitizer needs files of its own"))
  func `a full disk leaves whole lines`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let file = pictures.folder.path("results")
    let run = try await CommandRun.mudra(
      ["landmarks", "--json", "--output", file] + paths, limits: "exec 2>/dev/null; ulimit -f 12")
    #expect(run.status == 73)
    let (found, whole) = (try TestFiles.bytes(file), try await Self.expected(paths))
    #expect(found.last == 10)
    #expect(found.count < whole.count)
    #expect(whole.starts(with: found))
    #expect(try await CommandRun.mudra(["landmarks", "--json", "--resume", "--output", file] + paths).status == 65)
    #expect(try TestFiles.bytes(file) == whole)
    withExtendedLifetime(pictures) {}
  }
}
