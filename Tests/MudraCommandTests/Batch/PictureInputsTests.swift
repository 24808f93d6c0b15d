import Foundation
import TestSupport
import Testing

/// Where the pictures of a command come from.
@Suite struct PictureInputsTests {
  private func summaries(
    _ arguments: [String], standardInput: String? = nil, status: Int32 = 0
  ) async throws -> [String] {
    let run = try await CommandRun.mudra(
      ["landmarks", "--json"] + arguments, standardInput: standardInput)
    #expect(run.status == status, "\(run.errors)")
    return try AnswerLine.lines(run.output).map(\.summary)
  }

  @Test func `a folder stands for its pictures in the order of their names`() async throws {
    let pictures = try PictureFolder()
    for name in ["b.png", "a.PNG", "10.png", "9.png"] { try pictures.addGray(name) }
    try pictures.addHand("c.jpg")
    try pictures.addCut("._c.jpg")
    _ = try pictures.folder.write([1, 2], as: "notes.txt")
    let expected = ["9.png: 0", "10.png: 0", "a.PNG: 0", "b.png: 0", "c.jpg: 1"]
    #expect(try await summaries([pictures.folder.url.path]) == expected)
    let gray = try pictures.addGray("0.png")
    #expect(try await summaries([gray, pictures.folder.url.path + "/"]) == ["0.png: 0", "0.png: 0"] + expected)
  }

  @Test func `a pattern stands for the files that match it, unless a file has its name`() async throws {
    let pictures = try PictureFolder()
    for name in ["b1.png", "a1.png", "a2.png", "[ab]1.png"] { try pictures.addGray(name) }
    let folder = pictures.folder
    #expect(try await summaries([folder.path("a*.png")]) == ["a1.png: 0", "a2.png: 0"])
    #expect(try await summaries([folder.path("?1.png")]) == ["a1.png: 0", "b1.png: 0"])
    #expect(try await summaries([folder.path("[ab]1.png")]) == ["[ab]1.png: 0"])
    #expect(
      try await summaries([folder.path("c*.png"), folder.path("a1.png")], status: 66) == [
        "c*.png: missing", "a1.png: 0",
      ])
  }

  @Test func `a folder says what it leaves out, and can be entered to the bottom`() async throws {
    let pictures = try PictureFolder()
    let folder = pictures.folder
    try FileManager.default.createDirectory(atPath: folder.path("b/c"), withIntermediateDirectories: true)
    for name in ["frame10.png", "frame2.png", "b/x.png", "b/c/y.png", ".hidden.png"] { try pictures.addGray(name) }
    // By its first bytes, whatever its name is.
    for name in ["p.jfif", "photo", "b/q.JPE"] { try pictures.addGray(name) }
    _ = try folder.write([1, 2], as: "notes.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path("b/loop"), withDestinationPath: folder.url.path)
    let flat = try await CommandRun.mudra(["landmarks", "--json", folder.url.path])
    #expect(
      try AnswerLine.lines(flat.output).map(\.summary) == [
        "frame2.png: 0", "frame10.png: 0", "p.jfif: 0", "photo: 0",
      ])
    #expect(
      flat.errorLines == [
        "\(folder.url.path): 4 pictures; left out: 1 other file, 1 hidden, 1 folder"
      ])
    let deep = try await CommandRun.mudra(["landmarks", "--json", "--recursive", folder.url.path])
    #expect(
      try AnswerLine.lines(deep.output).map(\.summary) == [
        "frame2.png: 0", "frame10.png: 0", "p.jfif: 0", "photo: 0", "q.JPE: 0", "x.png: 0", "y.png: 0",
      ])
    #expect(deep.errors.contains("1 link to a folder that was listed already"))
    #expect(
      try await summaries([folder.url.path + "/**/*.png"]) == [
        "y.png: 0", "x.png: 0", "frame2.png: 0", "frame10.png: 0",
      ])
    #expect(try await CommandRun.mudra(["landmarks", "--quiet", folder.url.path]).errorLines == [])
  }

  @Test(arguments: [true, false]) func `lists of Windows are read`(isFile: Bool) async throws {
    let pictures = try PictureFolder()
    let (a, b) = (try pictures.addGray("a.png"), try pictures.addGray("b.png\r"))
    let list = try pictures.folder.write([0xEF, 0xBB, 0xBF] + Array("\(a)\r\n\r\n\(b)\n".utf8), as: "list")
    let found = try await summaries(["--from-list", isFile ? list : "-"], standardInput: isFile ? nil : list)
    #expect(found == ["a.png: 0", "b.png\r: 0"])
    let wide = try pictures.folder.write([0xFF, 0xFE] + a.utf8.flatMap { [$0, 0] }, as: "wide")
    let run = try await CommandRun.mudra(["landmarks", "--from-list", wide])
    #expect(run.errors.contains("is UTF-16 text; save the list as UTF-8"))
  }

  @Test func `a picture comes from standard input`() async throws {
    let picture = TestFiles.picture("two_0")
    #expect(try await summaries(["-", "--hands", "2"], standardInput: picture) == ["-: 2"])
    #expect(try await summaries(["-"], status: 65) == ["-: empty"])
    #expect(try await CommandRun.mudra(["landmarks", "-", "-"]).status == 64)
  }

  @Test func `a list names a picture on each line that is not empty`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let list = try pictures.folder.write(Array(("\n" + paths[..<3].joined(separator: "\n\n")).utf8), as: "list")
    let expected = ["0a.png: 1", "0b.png: 0", "0c.png: truncated"]
    #expect(try await summaries(["--from-list", list], status: 65) == expected)
    #expect(try await summaries(["--from-list", "-"], standardInput: list, status: 65) == expected)
    let missing = try await CommandRun.mudra(["landmarks", "--from-list", pictures.folder.path("none")])
    #expect(missing.status == 66)
    #expect(missing.errorLines == ["mudra: \(pictures.folder.path("none")): no such file"])
    let drawn = try await CommandRun.mudra(
      ["landmarks", "--from-list", list, "--annotate", pictures.folder.path("out") + "/"])
    #expect(drawn.status == 65)
    #expect(try pictures.folder.names(in: "out") == ["0a.png", "0b.png"])
  }

  @Test func `a list on standard input is answered line by line`() throws {
    let pictures = try PictureFolder()
    let run = try StreamingRun(["landmarks", "--from-list", "-", "--json", "--jobs", "2"])
    for name in ["a.png", "b.png", "c.png"] {
      try run.send(Array((try pictures.addGray(name) + "\n").utf8))
      let line = try #require(try run.nextLine())
      #expect(try AnswerLine.lines(line).map(\.summary) == ["\(name): 0"])
    }
    #expect(try run.end() == 0)
  }

  @Test func `a folder without pictures and what cannot be read have codes, and the others still count`() async throws {
    let pictures = try PictureFolder()
    let gray = try pictures.addGray("a.png")
    let text = try pictures.folder.write(Array("no picture at all".utf8), as: "text.png")
    let empty = try pictures.folder.write([], as: "empty.png")
    try FileManager.default.createDirectory(atPath: pictures.folder.path("none"), withIntermediateDirectories: true)
    let pipe = pictures.folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let arguments = [pictures.folder.path("none"), text, pipe, empty, gray, gray + "/x.png", "--max-side", "40"]
    #expect(
      try await summaries(arguments + [TestFiles.picture("two_0")], status: 65) == [
        "none: missing", "text.png: unrecognized", "pipe: unreadable", "empty.png: empty", "a.png: 0",
        "x.png: unreadable", "two_0.png: tooLarge",
      ])
  }

  @Test(arguments: [
    ["a.png", "--from-list", "b"], ["a.png", "--stdin", "paths"], ["--from-list", "a", "--stdin", "framed"],
    ["--stdin", "tar"], ["a.png", "--jobs", "0"], ["a.png", "--jobs", "257"], ["a.png", "--resume", "--json"],
    ["a.png", "--resume", "--output", "r"], ["a.png", "--strict"], ["--stdin", "paths", "--output", "r"],
    ["--stdin", "paths", "--annotate", "r"], ["a.png", "--resume", "--json", "--output", "r", "--annotate", "b/"],
  ])
  func `options that exclude each other are wrong use`(_ arguments: [String]) async throws {
    let run = try await CommandRun.mudra(["gestures"] + arguments)
    #expect(run.status == 64)
    #expect(run.errorLines.count == 1)
    #expect(run.output.isEmpty)
  }
}
