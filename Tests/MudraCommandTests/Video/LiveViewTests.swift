#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct LiveViewTests {
    /// Runs the program with a terminal as its standard output, and returns what the terminal got.
    private func onTerminal(_ arguments: [String], columns: UInt16 = 120) async throws -> (text: String, errors: String)
    {
      let terminal = try PseudoTerminal(columns: columns)
      let run = try await CommandRun.mudra(arguments, standardOutput: terminal.path)
      #expect(run.status == 0, "\(run.errors)")
      return (terminal.text.replacing("\r\n", with: "\n"), run.errors)
    }

    @Test func `on a terminal there is one view, drawn over the last one`() async throws {
      let folder = try TemporaryFolder()
      let clip = try DrawnClip.write([12, 13], as: "c.y4m", in: folder)
      let (text, _) = try await onTerminal(["video", clip, "--live"])
      let views = text.split(separator: "\u{1B}[3A\u{1B}[J", omittingEmptySubsequences: false)
      #expect(views.count == 2)
      let first = try #require(views.first).split(separator: "\n")
      #expect(first.count == 3)
      #expect(first[0].hasSuffix(" at 0 ms: 288×216, 1 hand"))
      #expect(first[1].contains("wrist ("))
      #expect(first[2] == "1 frame, – frames/s, 0 dropped")
      let last = try #require(views.last)
      #expect(last.wholeMatch(of: /.* at 33 ms: 288×216, no hands\n2 frames, [0-9.]+ frames\/s, 0 dropped\n/) != nil)
    }

    @Test func `no line of a view is wider than the terminal`() async throws {
      let folder = try TemporaryFolder()
      let clip = try DrawnClip.write([4, 5], in: folder)
      let (text, _) = try await onTerminal(["video", clip, "--live", "--hands", "2"], columns: 30)
      let lines = text.replacing("\u{1B}[4A\u{1B}[J", with: "").split(separator: "\n")
      #expect(lines.count == 8)
      #expect(lines.allSatisfy { $0.count <= 30 })
    }

    @Test func `elsewhere, and as JSON, there are lines`() async throws {
      let folder = try TemporaryFolder()
      let clip = try DrawnClip.write([12, 13], in: folder)
      let plain = try await CommandRun.mudra(["video", clip])
      let live = try await CommandRun.mudra(["video", clip, "--live"])
      #expect(live.output == plain.output)
      // Lines without hands, which a terminal holds until they are read.
      let empty = try DrawnClip.write([13, 13], as: "e.y4m", in: folder)
      let json = try await CommandRun.mudra(["video", empty, "--json"])
      #expect(try await onTerminal(["video", empty, "--live", "--json"]).text == json.output)
    }

    @Test func `a number of frames is the end`() async throws {
      let folder = try TemporaryFolder()
      let clip = try DrawnClip.write([12, 13, 14], in: folder)
      let run = try await CommandRun.mudra([
        "video", clip, "--json", "--frames", "2", "--annotate", folder.path("o.y4m"),
      ])
      #expect(run.status == 0)
      #expect(run.lines.count == 2)
      #expect(try TestFiles.bytes(folder.path("o.y4m")).count < 3 * 93_312)
    }
  }
#endif
