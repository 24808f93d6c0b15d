#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct LiveViewTests {
    /// Runs the program with a terminal as its standard output, and returns what the terminal got.
    private func onTerminal(_ arguments: [String], columns: UInt16 = 120) async throws -> (text: String, errors: String)
    {
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      defer { close(terminal) }
      // TIOCSPTLCK and TIOCGPTN, as posix_openpt does, which Swift does not see.
      var (lock, number): (Int32, Int32) = (0, 0)
      #expect(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
      var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      #expect(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
      let path = "/dev/pts/\(number)"
      // Held open, so that what was written stays after the program's end.
      let holder = open(path, O_RDWR | O_NOCTTY)
      #expect(holder >= 0)
      defer { close(holder) }
      let run = try await CommandRun.mudra(arguments, standardOutput: path)
      #expect(run.status == 0, "\(run.errors)")
      _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(terminal, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
      return (String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), run.errors)
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
