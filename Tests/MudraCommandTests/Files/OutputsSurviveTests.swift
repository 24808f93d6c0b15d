import Foundation
import TestSupport
import Testing

/// Outputs beside each other, and beside what lists and folders name.
@Suite struct OutputsSurviveTests {
  private let pictures: PictureFolder
  private let (a, b): (String, String)

  init() throws {
    pictures = try PictureFolder()
    a = try pictures.addGray("a.png")
    b = try pictures.addGray("b.png")
  }

  private func path(_ name: String) -> String { pictures.folder.path(name) }

  @Test func `results are not written over a picture of a list, by any name`() async throws {
    let list = try pictures.folder.write(Array("\(a)\n\(b)\n".utf8), as: "list")
    try FileManager.default.createSymbolicLink(atPath: path("link.png"), withDestinationPath: b)
    let before = try TestFiles.bytes(b)
    for output in [b, path("link.png")] {
      for (from, input) in [(list, nil), ("-", list)] as [(String, String?)] {
        let run = try await CommandRun.mudra(
          ["landmarks", "--json", "--from-list", from, "--output", output], standardInput: input)
        #expect(run.status == 64 && run.errors.contains("would write over"), "\(run.errors)")
      }
    }
    #expect(try TestFiles.bytes(b) == before)
  }

  @Test func `two outputs are two files`() async throws {
    for (first, second) in [("x.png", "x.png"), ("x.png", "./x.png"), ("x.png", "X.PNG")] {
      let run = try await CommandRun.mudra(
        ["landmarks", a, "--json", "--output", path(first), "--annotate", pictures.folder.url.path + "/" + second])
      #expect(run.status == 64 && run.errors.contains("is also the file of --output"), "\(run.errors)")
    }
    #expect(try pictures.folder.names() == ["a.png", "b.png"])
    #expect(
      try await CommandRun.mudra(["landmarks", a, "--json", "--output", "/dev/null", "--annotate", "/dev/null"])
        .status == 0)
  }

  @Test(arguments: [false, true])
  func `a second program is refused the file of results`(resumes: Bool) throws {
    let more = resumes ? ["--resume"] : []
    let output = path("out.jsonl")
    let first = try StreamingRun(["landmarks", "--json", "--from-list", "-", "--output", output])
    try first.send(Array((a + "\n").utf8))
    // Its first line shows that it has the file.
    for _ in 0..<6000 where (try? TestFiles.bytes(output).isEmpty) ?? true { usleep(10_000) }
    let second = try StreamingRun(["landmarks", "--json", "--from-list", "-", "--output", output] + more)
    try second.send(Array((b + "\n").utf8))
    #expect(try second.end() == 73)
    try first.send(Array((b + "\n").utf8))
    #expect(try first.end() == 0)
    let lines = try AnswerLine.lines(String(decoding: TestFiles.bytes(output), as: UTF8.self))
    #expect(lines.map(\.summary) == ["a.png: 0", "b.png: 0"])
  }

  @Test func `a continued file says what was compared`() async throws {
    let arguments = ["landmarks", a, b, "--json", "--output", path("out.jsonl")]
    #expect(try await CommandRun.mudra(arguments).status == 0)
    let run = try await CommandRun.mudra(arguments + ["--resume"])
    #expect(run.errorLines.contains { $0.contains("kept 2 lines; of each, only the name of its picture was compared") })
  }
}
