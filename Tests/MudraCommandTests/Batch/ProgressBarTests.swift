#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The progress of many pictures: on a terminal only.
  @Suite struct ProgressBarTests {
    /// What the program writes to standard error while that is a terminal.
    private func terminal(_ arguments: [String], standardInput: FileHandle = .nullDevice) throws -> String {
      let terminal = try PseudoTerminal()
      let process = Process()
      process.executableURL = try CommandRun.program()
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
      process.standardInput = standardInput
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle(forWritingAtPath: terminal.path)
      try process.runWithSignals()
      process.waitUntilExit()
      return terminal.text
    }

    @Test func `a terminal shows how many pictures are done, the rate and the time left, and nothing at the end`()
      throws
    {
      let pictures = try PictureFolder()
      for index in 0..<9 { try pictures.addGray("\(index).png") }
      let text = try terminal(["landmarks", pictures.folder.url.path, "/nonexistent.png"])
      let bars = text.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }.filter { !$0.isEmpty }
      let first = try #require(bars.first)
      #expect(first.wholeMatch(of: /\[##\.{22}\] 1\/10  [0-9.]+ pictures\/s  0:[0-9]{2} left/) != nil, "\(first)")
      #expect(text.contains("\r\u{1B}[Kmudra: /nonexistent.png: no such file\r\n"))
      #expect(text.contains("[########################] 10/10 "))
      #expect(text.hasSuffix("0:00 left\u{1B}[K\r\u{1B}[K"))
    }

    @Test func `a list shows its length, and a list that is a stream only what is done`() throws {
      let pictures = try PictureFolder()
      let path = try pictures.addGray("a.png")
      let list = try pictures.folder.write(Array(String(repeating: path + "\n\n", count: 4).utf8), as: "list")
      #expect(try terminal(["landmarks", "--from-list", list]).contains("] 4/4  "))
      let handle = try #require(FileHandle(forReadingAtPath: list))
      let stream = try terminal(["landmarks", "--from-list", "-"], standardInput: handle)
      #expect(stream.wholeMatch(of: /(\r[1-4]  [0-9.]+ pictures\/s\x1B\[K)+\r\x1B\[K/) != nil, "\(stream)")
    }

    @Test func `there is no bar for one picture, with quiet, or where there is no terminal`() async throws {
      let pictures = try PictureFolder()
      let paths = try ["a.png", "b.png"].map { try pictures.addGray($0) }
      #expect(try terminal(["landmarks", paths[0]]).isEmpty)
      #expect(try terminal(["landmarks", "--quiet"] + paths).isEmpty)
      #expect(try terminal(["landmarks", "--quiet", "/nonexistent.png"] + paths).isEmpty)
      #expect(try await CommandRun.mudra(["landmarks"] + paths).errors.isEmpty)
    }
  }
#endif
