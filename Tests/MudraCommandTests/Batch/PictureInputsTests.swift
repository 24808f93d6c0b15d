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
    let expected = ["10.png: 0", "9.png: 0", "a.PNG: 0", "b.png: 0", "c.jpg: 1"]
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
