import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

@Suite struct VideoCommandTests {
  // MARK: Results

  @Test func `a clip's lines have what video mode gives, to the bit`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([2, 3, 4, 5, 12, 13, 14], in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--hands", "2", "--json"])
    #expect(run.status == 0)
    let recognizer = try DrawnClip.recognizer()
    let reader = try Y4MReader(path: clip)
    var expected: [ResultLine] = []
    for time in [0, 33, 67, 100, 133, 167, 200] {
      let image = PixelImage(try #require(try reader.nextFrame()))
      let result = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: time)
      expected.append(ResultLine(result, source: clip, image: image))
    }
    #expect(try ResultLine.lines(run.output) == expected)
    #expect(expected.map(\.hands.count) == [1, 1, 2, 2, 1, 0, 1])
    #expect(run.errorLines.last?.wholeMatch(of: /7 frames, [0-9.]+ frames\/s/) != nil)
  }

  @Test func `standard input gives what the file gives`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1, 2], in: folder)
    let arguments = ["--task", "landmarks", "--json"]
    let file = try await CommandRun.mudra(["video", clip] + arguments)
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      guard let input = try? TestFiles.bytes(clip), let writer = FileHandle(forWritingAtPath: pipe) else { return }
      try? writer.write(contentsOf: input)
    }
    for input in [clip, pipe] {
      let stream = try await CommandRun.mudra(["video", "-"] + arguments, standardInput: input)
      #expect(stream.status == 0)
      #expect(stream.lines.count == 3)
      #expect(stream.output == file.output.replacing("\"source\":\"\(clip)\"", with: #""source":"-""#))
      #expect(CommandRun.keys(stream.output).contains("gestures") == false)
    }
  }

  @Test func `the pictures of a folder are frames in the order of their names`() async throws {
    let run = try await CommandRun.mudra(["video", DrawnClip.folder.path, "--hands", "2", "--json"])
    #expect(run.status == 0)
    let recognizer = try DrawnClip.recognizer()
    let expected = try (0..<16).map { index in
      let path = DrawnClip.folder.path + String(format: "/frame%03d.png", index)
      let image = try PixelImage(contentsOfFile: path)
      let result = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 33 * index)
      return ResultLine(result, source: path, image: image)
    }
    #expect(try ResultLine.lines(run.output) == expected)
  }

  @Test(
    .enabled(if: PackageFolders.hasShared, "../shared is absent"), arguments: ["real_reach", "synth_two"])
  func `a shared clip's lines have what video mode gives, to the bit`(clip: String) async throws {
    let folder = try #require(PackageFolders.shared).appendingPathComponent("video/\(clip)").path
    let run = try await CommandRun.mudra(["video", folder, "--hands", "2", "--json"])
    #expect(run.status == 0)
    let lines = try ResultLine.lines(run.output)
    #expect(lines.count >= 60)
    let recognizer = try DrawnClip.recognizer()
    for (index, line) in lines.enumerated() {
      let path = folder + String(format: "/frame%03d.png", index)
      let image = try PixelImage(contentsOfFile: path)
      let result = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 33 * index)
      #expect(line == ResultLine(result, source: path, image: image))
    }
  }

  @Test func `text has the frame's time and its hands`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([12, 13], rate: nil, in: folder)
    let run = try await CommandRun.mudra(["video", clip])
    #expect(run.lines.count == 3)
    #expect(run.lines.first == "\(clip) at 0 ms: 288×216, 1 hand")
    #expect(run.lines.last == "\(clip) at 33 ms: 288×216, no hands")
  }

  @Test func `frames have the clip's rate or the one that is asked for`() async throws {
    let folder = try TemporaryFolder()
    func times(_ rate: Y4MFrameRate?, _ arguments: [String] = []) async throws -> [Int?] {
      let clip = try DrawnClip.write([13, 13, 13, 13], rate: rate, in: folder)
      let run = try await CommandRun.mudra(["video", clip, "--json"] + arguments)
      #expect(run.status == 0)
      return try ResultLine.lines(run.output).map(\.timestampMs)
    }
    #expect(try await times(Y4MFrameRate(30000, 1001)) == [0, 33, 67, 100])
    #expect(try await times(Y4MFrameRate(25), ["--frame-interval-ms", "33.4"]) == [0, 33, 67, 100])
    // Faster than a clock of milliseconds.
    #expect(try await times(Y4MFrameRate(4000)) == [0, 1, 2, 3])
  }

  // MARK: Drawings

  @Test func `annotate writes a clip of the same frames with the hands drawn on them`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([3, 13, 4], rate: Y4MFrameRate(24), in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--hands", "2", "--annotate", folder.path("out.y4m")])
    #expect(run.status == 0)
    let (before, after) = (try Y4MReader(path: clip), try Y4MReader(path: folder.path("out.y4m")))
    #expect(after.header.frameRate == Y4MFrameRate(24))
    var changed: [Int] = []
    while let frame = try before.nextFrame() {
      let drawing = PixelImage(try #require(try after.nextFrame()))
      #expect((drawing.width, drawing.height) == (frame.width, frame.height))
      changed.append(
        PixelImage(frame).withUnsafeBytes { old in
          drawing.withUnsafeBytes { new in zip(old, new).count { abs(Int($0) - Int($1)) > 8 } }
        })
    }
    #expect(try after.nextFrame() == nil)
    // Lines, discs and labels of one hand, of none, and of two.
    #expect(changed[0] > 1000)
    #expect(changed[1] == 0)
    #expect(changed[2] > changed[0])
  }

  @Test func `annotate refuses to write over the input, and a folder`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0], in: folder)
    let bytes = try TestFiles.bytes(clip)
    let over = try await CommandRun.mudra(["video", clip, "--annotate", clip])
    #expect(over.status == 64)
    #expect(over.errorLines == ["mudra: --annotate \(clip): would write over \(clip)"])
    #expect(try TestFiles.bytes(clip) == bytes)
    #expect(try await CommandRun.mudra(["video", clip, "--annotate", folder.url.path]).status == 64)
  }

  @Test func `a drawing that cannot be written ends the run after its first result`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1], in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--json", "--annotate", "/nonexistent/out.y4m"])
    #expect(run.status == 73)
    #expect(run.lines.count == 1)
    #expect(run.errorLines.first == "mudra: /nonexistent/out.y4m: cannot be written: No such file or directory")
  }

  // MARK: Bad input

  @Test func `a clip that is cut in a frame ends with the results of its whole frames`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1, 2], in: folder)
    let whole = try await CommandRun.mudra(["video", clip, "--json"])
    let cut = try folder.write(Array(TestFiles.bytes(clip).dropLast(100)), as: "cut.y4m")
    let run = try await CommandRun.mudra(["video", cut, "--json", "--annotate", folder.path("out.y4m")])
    #expect(run.status == 65)
    #expect(run.output.replacing("cut.y4m", with: "clip.y4m") == whole.lines[..<2].joined(separator: "\n") + "\n")
    #expect(run.errorLines.first == "mudra: \(cut): the clip is cut short in frame 2, after 93212 of 93312 bytes")
    #expect(run.errorLines.last?.hasPrefix("2 frames, ") == true)
    #expect(try TestFiles.bytes(folder.path("out.y4m")).count > 2 * 93_312)
    let stream = try await CommandRun.mudra(["video", "-", "--json"], standardInput: cut)
    #expect(stream.status == 65)
    #expect(stream.lines.count == 2)
    #expect(stream.errors.contains("mudra: standard input: the clip is cut short in frame 2"))
  }

  @Test func `a bad picture of a folder is reported and leaves a gap in the time`() async throws {
    let folder = try TemporaryFolder()
    let pictures = try [0, 1, 2].map {
      try TestFiles.bytes(DrawnClip.folder.path + String(format: "/frame%03d.png", $0))
    }
    _ = try folder.write(pictures[0], as: "a.png")
    let bad = try folder.write(Array(pictures[1].prefix(1000)), as: "b.png")
    _ = try folder.write(pictures[2], as: "c.PNG")
    _ = try folder.write([1, 2, 3], as: "notes.txt")
    let run = try await CommandRun.mudra(["video", folder.url.path, "--json"])
    #expect(run.status == 65)
    #expect(try ResultLine.lines(run.output).map(\.timestampMs) == [0, 66])
    #expect(
      run.errorLines.prefix(2) == [
        "\(folder.url.path): 3 pictures; left out: 1 other file", "mudra: \(bad): the PNG data is cut short",
      ])
  }

  @Test func `a picture of another size is fitted into a drawn clip`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(TestFiles.bytes(DrawnClip.folder.path + "/frame000.png"), as: "a.png")
    _ = try folder.write(TestFiles.bytes(TestFiles.picture("Open_Palm_right")), as: "b.png")
    let run = try await CommandRun.mudra(["video", folder.url.path, "--json", "--annotate", folder.path("out.y4m")])
    #expect(run.status == 0)
    #expect(try ResultLine.lines(run.output).map(\.width) == [288, 480])
    let clip = try Y4MReader(path: folder.path("out.y4m"))
    #expect((clip.header.width, clip.header.height) == (288, 216))
    var count = 0
    while try clip.nextFrame() != nil { count += 1 }
    #expect(count == 2)
  }

  @Test func `inputs that are no video are told apart`() async throws {
    let folder = try TemporaryFolder()
    let picture = TestFiles.picture("Victory_left")
    let cases: [(input: String, status: Int32, message: String)] = [
      (picture, 65, "\(picture): is a picture, not a video; a folder of pictures is read as one"),
      (folder.path("none.y4m"), 66, "\(folder.path("none.y4m")): no such file"),
      (folder.url.path, 65, "\(folder.url.path): the folder has no pictures"),
      ("-", 65, "standard input: the file is empty"),
    ]
    for (input, status, message) in cases {
      let run = try await CommandRun.mudra(["video", input])
      #expect(run.status == status)
      #expect(run.errorLines == ["mudra: \(message)"])
      #expect(run.output.isEmpty)
    }
  }

  @Test func `a quiet run says nothing on standard error but errors`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write([0, 1], in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--json", "--quiet"])
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    #expect(run.errors.isEmpty)
    let cut = try folder.write(Array(TestFiles.bytes(clip).dropLast(100)), as: "cut.y4m")
    let failing = try await CommandRun.mudra(["video", cut, "--json", "--quiet"])
    #expect(failing.status == 65)
    #expect(failing.errorLines.count == 1)
  }

  @Test func `a clip without frames gives nothing`() async throws {
    let folder = try TemporaryFolder()
    let clip = try folder.write(Array("YUV4MPEG2 W64 H48 F30:1\n".utf8), as: "a.y4m")
    let run = try await CommandRun.mudra(["video", clip, "--json", "--annotate", folder.path("out.y4m")])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errorLines == ["0 frames, 0.0 frames/s"])
  }

  @Test(arguments: [
    (["--frame-interval-ms", "0"], "--frame-interval-ms is 0, expected a number from 1 to 3600000"),
    (["--frame-interval-ms", "-5"], "--frame-interval-ms is -5, expected a number from 1 to 3600000"),
    (["--frame-interval-ms", "nan"], "--frame-interval-ms is nan, expected a number from 1 to 3600000"),
    (["--hands", "0"], "--hands is 0, expected at least 1"),
    (["--task", "faces"], "The value 'faces' is invalid for '--task <task>'"),
  ])
  func `an option out of range is wrong use`(_ options: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["video", "a.y4m"] + options)
    #expect(run.status == 64)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix("mudra: \(message)"))
  }
}
