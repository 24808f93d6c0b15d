import Foundation
import PixelImaging
import TestSupport
import Testing

/// `--stdin`: a parent sends pictures and reads an answer for each.
@Suite struct StreamTests {
  private let hand = TestFiles.picture("Victory_left")

  @Test func `framed pictures are answered in order, with their ids, as files are`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let good = paths.filter { !$0.hasSuffix("missing.png") }
    var stream: [UInt8] = []
    for (index, path) in good.enumerated() { stream += StreamingRun.frame("id \(index)\n", try TestFiles.bytes(path)) }
    let input = try pictures.folder.write(stream, as: "stream")
    let files = try AnswerLine.lines(try await CommandRun.mudra(["gestures", "--json"] + good).output)
    for jobs in ["1", "3"] {
      let run = try await CommandRun.mudra(["gestures", "--stdin", "framed", "--jobs", jobs], standardInput: input)
      #expect(run.status == 0)
      let answers = try AnswerLine.lines(run.output)
      #expect(answers.map(\.id) == good.indices.map { "id \($0)\n" })
      #expect(answers.map(\.source) == answers.map(\.id))
      #expect(answers.map(\.hands) == files.map(\.hands))
      #expect(answers.map(\.error?.code) == files.map(\.error?.code))
      #expect(
        run.lines[0].hasPrefix(#"{"schema":"mudra.result/1","source":"id 0\n","id":"id 0\n","timestampMs":null,"#))
      #expect(
        run.lines[2] == #"{"schema":"mudra.result/1","source":"id 2\n","id":"id 2\n","error":"#
          + #"{"code":"truncated","message":"the PNG data is cut short"}}"#)
    }
  }

  @Test func `each answer comes before the next picture is sent`() throws {
    for (kind, jobs) in [("paths", "1"), ("paths", "2"), ("framed", "1"), ("framed", "2")] {
      let run = try StreamingRun(["landmarks", "--stdin", kind, "--jobs", jobs])
      for name in [hand, "/nonexistent/a.png", hand] {
        let bytes = FileManager.default.contents(atPath: name).map(Array.init) ?? []
        try run.send(kind == "paths" ? Array("\(name)\n".utf8) : StreamingRun.frame(name, bytes))
        let line = try #require(try run.nextLine())
        let answer = try #require(try AnswerLine.lines(line).first)
        #expect(answer.id == name)
        #expect(answer.hands?.count == (name == hand ? 1 : nil))
      }
      #expect(try run.end() == 0)
      #expect(try run.nextLine() == nil)
    }
  }

  @Test func `every line of paths is answered, with a code for what is wrong`() async throws {
    let pictures = try PictureFolder()
    let (gray, empty) = (try pictures.addGray("a.png"), try pictures.folder.write([], as: "empty.png"))
    let long = String(repeating: "x", count: 5000)
    let lines = [
      gray, "", pictures.folder.url.path, empty, long, "/nonexistent.png", try pictures.addCut("c.png"), gray,
    ]
    let input = try pictures.folder.write(Array(lines.joined(separator: "\n").utf8), as: "paths")
    let run = try await CommandRun.mudra(["landmarks", "--stdin", "paths"], standardInput: input)
    #expect(run.status == 0)
    let answers = try AnswerLine.lines(run.output)
    #expect(
      answers.map(\.error?.code) == [
        nil, "missing", "unreadable", "empty", "missing", "missing", "truncated", nil,
      ])
    #expect(answers.map(\.id) == lines.map { String($0.prefix(4096)) })
    #expect(run.errorLines.count == 6)
    let schema = try JSONSchema(
      contentsOf: PackageFolders.root.appendingPathComponent("Tools/Schemas/mudra.result-1.schema.json"))
    for line in run.lines { #expect(try schema.faults(in: line) == []) }
  }

  @Test func `strict makes an answer with an error the exit status, and quiet keeps it off standard error`()
    async throws
  {
    let pictures = try PictureFolder()
    let input = try pictures.folder.write(
      StreamingRun.frame("a", [1, 2, 3]) + StreamingRun.frame("b", TestFiles.bytes(hand)), as: "stream")
    for (flags, status, errors) in [
      ([], 0, ["mudra: a: neither a PNG nor a JPEG picture"]), (["--quiet"], 0, []), (["--strict", "--quiet"], 65, []),
    ] as [([String], Int32, [String])] {
      let run = try await CommandRun.mudra(["landmarks", "--stdin", "framed"] + flags, standardInput: input)
      #expect(run.status == status)
      #expect(run.errorLines == errors)
      #expect(run.lines.count == 2)
    }
    let good = try pictures.folder.write(StreamingRun.frame("b", TestFiles.bytes(hand)), as: "good")
    #expect(
      try await CommandRun.mudra(["landmarks", "--stdin", "framed", "--strict"], standardInput: good).status == 0)
  }

  // MARK: Broken streams

  @Test func `a broken frame ends with 65 behind the answers for those before it`() async throws {
    let folder = try TemporaryFolder()
    let good = try StreamingRun.frame("good", TestFiles.bytes(hand))
    let cases: [([UInt8], String)] = [
      (StreamingRun.length(5000), "an id of 5000 bytes, expected at most 4096"),
      ([255, 255, 255, 255], "an id of 4294967295 bytes, expected at most 4096"),
      ([4, 0], "the stream ends within a length"),
      (StreamingRun.length(4) + [65, 66], "the stream ends after 2 of the id's 4 bytes"),
      (StreamingRun.length(1) + [65], "the stream ends within a length"),
      (StreamingRun.length(1) + [65, 9, 0, 0, 0, 1, 2, 3], "the stream ends after 3 of the picture's 9 bytes"),
      ([0, 0, 0, 0, 255, 255, 255, 255, 1], "the stream ends within a picture"),
    ]
    for (index, (bytes, reason)) in cases.enumerated() {
      let input = try folder.write(good + bytes, as: "stream")
      let run = try await CommandRun.mudra(
        ["landmarks", "--stdin", "framed", "--jobs", "\(1 + index % 2)"], standardInput: input)
      #expect(run.status == 65)
      #expect(run.errorLines == ["mudra: standard input: frame 2: \(reason)"])
      #expect(run.lines.count == 1)
    }
  }

  @Test func `a picture over the byte limit is answered and skipped, and no memory is taken for it`() async throws {
    let folder = try TemporaryFolder()
    // A hole in the file, which takes no room: more than the limit of 256 MiB.
    let announced = 3 << 30
    let path = try folder.write(
      StreamingRun.length(3) + Array("big".utf8) + StreamingRun.length(announced), as: "stream")
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: UInt64(11 + announced))
    try handle.write(contentsOf: Data(StreamingRun.frame("hand", TestFiles.bytes(hand))))
    try handle.close()
    let run = try await CommandRun.mudra(
      ["landmarks", "--stdin", "framed", "--jobs", "1"], standardInput: path, limits: "ulimit -v 1500000")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try AnswerLine.lines(run.output).map(\.summary) == ["big: tooLarge", "hand: 1"])
  }

  @Test func `a picture over the byte limit is skipped in a pipe, too`() throws {
    let run = try StreamingRun(["landmarks", "--stdin", "framed", "--jobs", "1"])
    let block = [UInt8](repeating: 1, count: 1 << 20)
    try run.send(StreamingRun.length(3) + Array("big".utf8) + StreamingRun.length(257 * block.count))
    for _ in 0..<257 { try run.send(block) }
    try run.send(StreamingRun.frame("hand", TestFiles.bytes(hand)))
    for summary in ["big: tooLarge", "hand: 1"] {
      #expect(try AnswerLine.lines(try #require(try run.nextLine())).map(\.summary) == [summary])
    }
    #expect(try run.end() == 0)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: SystemLimits.canLimitMemory, "the address space cannot be limited here"))
    func `a picture for which there is no memory is an internal failure, and the next one is answered`() async throws {
      let folder = try TemporaryFolder()
      // 108 MB.
      let side = 6000
      let big = folder.path("big.png")
      try PixelImage(width: side, height: side, format: .rgb, pixels: [UInt8](repeating: 90, count: side * side * 3))
        .writePNG(toFile: big)
      let input = try folder.write(Array("\(big)\n\(hand)\n".utf8), as: "paths")
      let run = try await CommandRun.mudra(
        ["landmarks", "--stdin", "paths", "--jobs", "1"], standardInput: input, limits: "ulimit -v 170000")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try AnswerLine.lines(run.output).map(\.summary) == ["big.png: internal", "Victory_left.png: 1"])
    }
  #endif

  @Test func `an id that is not UTF-8 is repaired, and an empty one is an id`() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      StreamingRun.frame([0x61, 0xFF, 0x62], []) + StreamingRun.frame("", []), as: "stream")
    let run = try await CommandRun.mudra(["landmarks", "--stdin", "framed"], standardInput: input)
    #expect(run.status == 0)
    #expect(try AnswerLine.lines(run.output).map(\.id) == ["a\u{FFFD}b", ""])
  }

  // MARK: Parents

  @Test func `a parent that closes standard output ends the program with 73`() throws {
    for jobs in ["1", "2"] {
      let run = try StreamingRun(["landmarks", "--stdin", "paths", "--jobs", jobs])
      try run.send(Array("\(hand)\n".utf8))
      #expect(try run.nextLine() != nil)
      try run.closeOutput()
      try run.send(Array("\(hand)\n".utf8))
      #expect(try run.end() == 73)
    }
  }

  @Test func `a parent that never reads standard error gets every answer`() async throws {
    let folder = try TemporaryFolder()
    let count = 3000
    let input = try folder.write(Array((0..<count).map { "/nonexistent/\($0).png\n" }.joined().utf8), as: "paths")
    let (reading, writing) = try pipe()
    defer { close(reading) }
    let run = try await CommandRun.mudra(
      ["landmarks", "--stdin", "paths", "--jobs", "2"], standardInput: input,
      limits: "exec 2>/proc/\(getpid())/fd/\(writing)")
    close(writing)
    #expect(run.status == 0)
    #expect(try AnswerLine.lines(run.output).map(\.id) == (0..<count).map { "/nonexistent/\($0).png" })
  }

  /// A pipe that nobody reads.
  private func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }
}
