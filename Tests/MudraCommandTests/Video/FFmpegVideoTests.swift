import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// Videos that FFmpeg reads for the program.
@Suite(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct FFmpegVideoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command with patience: on a busy machine FFmpeg takes its time to start.
  private static func video(_ arguments: [String], limits: String? = nil) async throws -> CommandRun {
    try await CommandRun.mudra(["video", "--max-wait", "600"] + arguments, limits: limits)
  }

  private func lines(_ input: String, _ options: [String] = []) async throws -> [ResultLine] {
    let run = try await Self.video([input, "--hands", "2", "--json"] + options)
    #expect(run.status == 0, "\(run.errors)")
    return try ResultLine.lines(run.output)
  }

  // MARK: Frames

  @Test(arguments: [
    ("a.mp4", ["-pix_fmt", "yuv420p"]), ("a.mkv", ["-pix_fmt", "yuv422p"]),
    ("a.avi", ["-codec:v", "mjpeg", "-q:v", "2"]), ("a.mkv", ["-codec:v", "ffv1", "-vf", "crop=287:215:0:0"]),
  ])
  func `a video's answers are those of its frames as PNG, to the bit`(name: String, options: [String]) async throws {
    let video = try FFmpegTool.video(name, options, in: folder)
    let found = try await lines(video)
    let expected = try await lines(try FFmpegTool.pictures(of: video, in: folder))
    #expect(found.map(\.hands) == expected.map(\.hands))
    #expect(found.map(\.width) == expected.map(\.width))
    #expect(found.map(\.hands.count).max() == 2)
    let times = (0..<16).map { (frame: Int) -> Int in Int((Double(frame) * 1000 / 30).rounded()) }
    #expect(found.compactMap(\.timestampMs) == times)
    #expect(found.allSatisfy { $0.source == video })
  }

  @Test func `a rotation in the file turns the frames upright`() async throws {
    let video = try FFmpegTool.video("a.mp4", ["-pix_fmt", "yuv420p"], in: folder)
    var bytes = try TestFiles.bytes(video)
    let header = try #require(Data(bytes).firstRange(of: Data("tkhd".utf8)))
    // The matrix of the track's header, in 16.16: a quarter turn clockwise of 288 × 216.
    let matrix: [UInt32] = [0, 1 << 16, 0, 0xFFFF_0000, 0, 0, 216 << 16, 0, 1 << 30]
    let start = header.upperBound + 40
    let matrixBytes: [UInt8] = matrix.flatMap { value in withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) } }
    bytes.replaceSubrange(start..<start + 36, with: matrixBytes)
    let turned = try folder.write(bytes, as: "turned.mp4")
    let found = try await lines(turned)
    #expect(found.allSatisfy { ($0.width, $0.height) == (216, 288) })
    let expected = try await lines(try FFmpegTool.pictures(of: turned, in: folder))
    #expect(found.map(\.hands) == expected.map(\.hands))
  }

  @Test(arguments: ["a.mkv", "a.mp4"])
  func `frames have their own times, however far apart`(name: String) async throws {
    let video = try FFmpegTool.video(
      name,
      ["-vf", "settb=1/1000,setpts=N*N*7+N*10", "-enc_time_base", "1/1000", "-fps_mode", "passthrough", "-bf", "0"],
      in: folder)
    #expect(try await lines(video).compactMap(\.timestampMs) == (0..<16).map { $0 * $0 * 7 + $0 * 10 })
    #expect(
      try await lines(video, ["--frame-interval-ms", "20"]).compactMap(\.timestampMs) == (0..<16).map { $0 * 20 })
  }

  @Test func `ten bits and half the chroma give the same hands`() async throws {
    let video = try FFmpegTool.video("a.mkv", ["-codec:v", "ffv1", "-pix_fmt", "yuv422p10le"], in: folder)
    let (found, expected) = (try await lines(video), try await lines(DrawnClip.folder.path))
    #expect(found.map(\.hands.count) == expected.map(\.hands.count))
    for (one, other) in zip(found.flatMap(\.hands), expected.flatMap(\.hands)) {
      #expect(one.gestures?.first?.name == other.gestures?.first?.name)
      for (point, reference) in zip(one.landmarks, other.landmarks) {
        // Two of 288 pixels: chroma is that of two pixels.
        #expect(abs(point[0] - reference[0]) < 0.007 && abs(point[1] - reference[1]) < 0.01)
      }
    }
  }

  // MARK: Names and kinds

  @Test(arguments: [
    "-i.mp4", "http:x.mp4", "file:a.mp4", "concat:a|b.mp4", "a%03d.mp4", "a 'b\".mp4", "pipe:0", "-", "a\nb.mp4",
  ])
  func `a name is only ever the name of a file`(name: String) async throws {
    let video = try FFmpegTool.video("a.mp4", ["-frames:v", "1"], in: folder)
    try FileManager.default.moveItem(atPath: video, toPath: folder.url.path + "/" + name)
    // Relative, so that the name comes first; `--` ends the program's own options.
    let path = name == "-" ? "./-" : name
    let run = try await Self.video(
      ["--json", "--", path], limits: "cd '\(folder.url.path)'")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try ResultLine.lines(run.output).map(\.source) == [path])
  }

  @Test(arguments: [
    "ffconcat version 1.0\nfile a.mp4\n", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.mp4\n#EXT-X-ENDLIST\n",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n", "just a text\n",
  ])
  func `a list of files, and anything but a video, is refused`(text: String) async throws {
    _ = try FFmpegTool.video("a.mp4", in: folder)
    let list = try folder.write(Array(text.utf8), as: "list.mp4")
    let run = try await Self.video([list])
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.first?.hasPrefix("mudra: \(list): ") == true)
  }

  // MARK: Bad videos

  @Test func `a video that is cut short ends with its whole frames`() async throws {
    let video = try FFmpegTool.video("a.mkv", ["-codec:v", "ffv1", "-g", "1"], in: folder)
    let whole = try await lines(video)
    let bytes = try TestFiles.bytes(video)
    let cut = try folder.write(Array(bytes.prefix(bytes.count / 2)), as: "cut.mkv")
    let run = try await Self.video([cut, "--hands", "2", "--json"])
    #expect(run.status == 65)
    let found = try ResultLine.lines(run.output)
    #expect((4...12).contains(found.count))
    #expect(found.dropLast().map(\.hands) == whole.prefix(found.count).dropLast().map(\.hands))
    #expect(run.errorLines.first?.hasPrefix("mudra: \(cut): ffmpeg: ") == true, "\(run.errors)")
  }

  @Test func `frames beyond a limit name the option that raises it`() async throws {
    let video = try FFmpegTool.video("a.mkv", ["-codec:v", "ffv1", "-vf", "scale=1100:1000"], in: folder)
    for option in [["--max-megapixels", "1"], ["--max-side", "1000"], ["--max-side", "100"]] {
      let run = try await Self.video([video] + option)
      #expect(run.status == 65)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("1100") && run.errors.contains("; \(option[0]) raises it"), "\(run.errors)")
    }
  }

  // MARK: Drawings

  @Test(arguments: ["out.mp4", "out.MOV", "out.mkv"])
  func `annotate writes a video of the same frames and times with the hands drawn on them`(name: String) async throws {
    let video = try FFmpegTool.video(
      "a.mkv", ["-vf", "setpts=N*N*20/(1000*TB)", "-enc_time_base", "1/1000", "-codec:v", "ffv1"], in: folder)
    let output = folder.path(name)
    let times = try await lines(video, ["--annotate", output]).map(\.timestampMs)
    #expect(try folder.names() == ["a.mkv", name].sorted())
    #expect(try await lines(output).map(\.timestampMs) == times)
    let (before, after) = (try pictures(of: video), try pictures(of: output))
    let changed = zip(before, after).map { old, new in
      old.withUnsafeBytes { old in new.withUnsafeBytes { new in zip(old, new).count { abs(Int($0) - Int($1)) > 60 } } }
    }
    #expect(changed.count == 16)
    // Lines and discs of a hand; frame 13 has none.
    #expect(changed[3] > 500)
    #expect(changed[13] < changed[3] / 5)
  }

  private func pictures(of video: String) throws -> [PixelImage] {
    let pictures = try FFmpegTool.pictures(of: video, in: folder)
    return try FileManager.default.contentsOfDirectory(atPath: pictures).sorted().map {
      try PixelImage(contentsOfFile: "\(pictures)/\($0)")
    }
  }

  @Test func `a drawing that ffmpeg cannot write is an error, and nothing is left`() async throws {
    let clip = try DrawnClip.write([0, 1], in: folder)
    let missing = try await Self.video([clip, "--annotate", "/nonexistent/out.mp4"])
    #expect(missing.status == 73)
    #expect(
      missing.errorLines.first?.hasPrefix("mudra: /nonexistent/out.mp4: cannot be written: ffmpeg: ") == true,
      "\(missing.errors)")
    // No room for more than a block.
    let run = try await Self.video(
      [clip, "--annotate", folder.path("out.mp4")], limits: "ulimit -f 1")
    #expect(run.status == 73)
    #expect(try folder.names() == ["clip.y4m"])
  }
}
