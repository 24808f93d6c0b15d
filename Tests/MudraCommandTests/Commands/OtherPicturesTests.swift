import Foundation
import TestSupport
import Testing

/// Pictures of other kinds than PNG and JPEG, and pictures with damage, through the command.
@Suite struct OtherPicturesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture of the fixtures of HandVideoTests.
  private static func fixture(_ name: String) -> String {
    PackageFolders.fixtures(of: "HandVideoTests").appendingPathComponent(name).path
  }

  @Test func `without ffmpeg a line says what is needed, and other pictures are read`() async throws {
    let (webP, png) = (Self.fixture("lossless.webp"), TestFiles.picture("Victory_left"))
    let run = try await CommandRun.mudra(["gestures", webP, png, "--json"], environment: ["PATH": "/nonexistent"])
    #expect(run.status == 69)
    #expect(run.errors.contains("mudra: \(webP): a WebP picture: needs ffmpeg, which is not installed"))
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains("\"unsupported\""))
    #expect(try ResultLine.lines(run.lines[1]).map(\.hands.count) == [1])
  }

  @Test(.enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
  func `a picture of another kind gives what the same pixels give as PNG`() async throws {
    let png = TestFiles.picture("Victory_left")
    let expected = try await CommandRun.mudra(["gestures", png, "--json"])
    let hands = try ResultLine.lines(expected.output).map(\.hands)
    for (name, options) in [("a.bmp", []), ("b.webp", ["-lossless", "1"]), ("c.ppm", []), ("d.tiff", [])]
      as [(String, [String])]
    {
      let path = folder.path(name)
      try FFmpegTool.run(["-i", png, "-pix_fmt", name == "b.webp" ? "bgra" : "rgb24"] + options + [path])
      let run = try await CommandRun.mudra(["gestures", path, "--json"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try ResultLine.lines(run.output).map(\.hands) == hands, "\(name)")
      let check = try await CommandRun.mudra(["check", path])
      #expect(check.status == 0)
    }
  }

  @Test func `damage outside the pixels is noted, not with --quiet`() async throws {
    let bytes = try TestFiles.bytes(TestFiles.picture("Victory_left"))
    let cut = try folder.write(Array(bytes.dropLast(12)), as: "cut.png")
    let run = try await CommandRun.mudra(["gestures", cut])
    #expect(run.status == 0)
    #expect(run.errorLines == ["mudra: \(cut): was read, but the PNG data has no end chunk"])
    #expect(try await CommandRun.mudra(["gestures", cut, "--quiet"]).errors.isEmpty)
  }

  @Test func `a picture beyond a limit names the option that raises it`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let side = try await CommandRun.mudra(["gestures", picture, "--max-side", "100"])
    #expect(side.status == 65)
    #expect(side.errors.contains("; --max-side raises it"))
    // A header of 20,000 × 10,000 pixels.
    var bytes = try TestFiles.bytes(picture)
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x3E, 0x80, 0, 0, 0x27, 0x10])
    let large = try await CommandRun.mudra(["gestures", try folder.write(bytes, as: "large.png")])
    #expect(large.status == 65)
    #expect(large.errors.contains("; --max-megapixels raises it"))
  }
}
