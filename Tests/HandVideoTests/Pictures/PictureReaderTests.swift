import Foundation
import HandVideo
import PixelImaging
import TestSupport
import Testing

/// Pictures of other kinds than PNG and JPEG, against what Pillow and libheif decode (`Fixtures/make_fixtures.py`).
@Suite struct PictureReaderTests {
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static let hasFFmpeg = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }

  private static func path(_ name: String) -> String { fixtures.appendingPathComponent(name).path }

  /// The size and pixels in the fixture's twin.
  private static func twin(of name: String) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let files = try FileManager.default.contentsOfDirectory(atPath: fixtures.path)
    let file = try #require(files.first { $0.hasPrefix(name + ".") && $0.hasSuffix(".rgb") })
    let size = file.dropLast(4).split(separator: ".").last?.split(separator: "x").compactMap { Int($0) } ?? []
    try #require(size.count == 2)
    return (size[0], size[1], [UInt8](try Data(contentsOf: fixtures.appendingPathComponent(file))))
  }

  /// The mean difference that a kind may have: lossless pictures none; others that of another rounding of colors.
  @Test(
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"),
    arguments: [
      ("lossless.webp", 0), ("lossy.webp", 3), ("turned.webp", 0), ("animated.webp", 0), ("still.heic", 1.5),
      ("tiles.heic", 1.5), ("turned_tiles.heic", 1.5), ("turned_by_exif.heic", 1.5), ("still.avif", 1.5),
      ("turned.avif", 1.5), ("mirrored.avif", 1.5), ("still.gif", 0), ("animated.gif", 0), ("still.bmp", 0),
      ("palette.bmp", 0), ("packed.tiff", 0), ("turned.tiff", 0), ("color.ppm", 0), ("gray.pgm", 0), ("boxed.jp2", 1),
      ("bare.j2k", 1),
    ])
  func `pictures of other kinds are read upright`(name: String, difference limit: Double) throws {
    let image = try PictureReader.image(contentsOfFile: Self.path(name)).converted(to: .rgb)
    let twin = try Self.twin(of: name)
    #expect((image.width, image.height) == (twin.width, twin.height))
    let pixels = image.packedBytes
    try #require(pixels.count == twin.pixels.count)
    var sum = 0
    for index in pixels.indices { sum += abs(Int(pixels[index]) - Int(twin.pixels[index])) }
    #expect(Double(sum) / Double(pixels.count) <= limit)
    // The same from bytes.
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path(name))))
    #expect(try PictureReader.image(encoded: bytes).converted(to: .rgb).packedBytes == pixels)
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func `the first picture of an animation lies where it is shown`() throws {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count) + content + [UInt8](repeating: 0, count: content.count % 2)
    }
    let still = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path("lossless.webp"))))
    let twin = try Self.twin(of: "lossless.webp")
    let (width, height) = (twin.width + 8, twin.height + 6)
    let frame = number(2, 3) + number(3, 3) + number(twin.width - 1, 3) + number(twin.height - 1, 3) + number(100)
    let body =
      Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
      + chunk("ANIM", number(0, 6)) + chunk("ANMF", frame + still.dropFirst(12))
    let image = try PictureReader.image(encoded: Array("RIFF".utf8) + number(body.count) + body).converted(to: .rgb)
    #expect((image.width, image.height) == (width, height))
    let pixels = image.packedBytes
    #expect(pixels.prefix(3 * (6 * width + 4)).allSatisfy { $0 == 0 })
    #expect(pixels[(3 * (6 * width + 4))...].prefix(3 * twin.width) == twin.pixels.prefix(3 * twin.width))
  }

  @Test(
    arguments: [
      ([259: 7], "a TIFF picture compressed as JPEG, which is not read"),
      ([259: 1, 322: 16], "a TIFF picture in tiles, which is not read"),
      ([262: 5, 284: 2], "a TIFF picture in planes of CMYK, which is not read"),
    ])
  func `a TIFF that FFmpeg reads wrongly is refused`(entries: [Int: Int], reason: String) throws {
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
    for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
      file += [UInt8(tag & 255), UInt8(tag >> 8), 3, 0, 1, 0, 0, 0, UInt8(value), 0, 0, 0]
    }
    let error = #expect(throws: VideoError.self) { try PictureReader.image(encoded: file + [0, 0, 0, 0]) }
    #expect(error?.reason == .unusable(reason))
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["still.heic", "tiles.heic", "lossless.webp"])
  func `a picture that is cut short or damaged is an error or a picture`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path(name))))
    for count in [13, 40, bytes.count / 4, bytes.count / 2] {
      #expect(throws: VideoError.self) { try PictureReader.image(encoded: Array(bytes.prefix(count))) }
    }
    for position in stride(from: 20, to: 400, by: 38) {
      var damaged = bytes
      damaged[position] ^= 0x41
      _ = try? PictureReader.image(encoded: damaged)
    }
  }

  @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["still.bmp", "tiles.heic", "still.avif"])
  func `pictures beyond the limits are refused`(name: String) throws {
    #expect(throws: VideoError.self) {
      try PictureReader.image(contentsOfFile: Self.path(name), limits: ImageLimits(pixelCount: 1000))
    }
    let error = #expect(throws: VideoError.self) {
      try PictureReader.image(contentsOfFile: Self.path(name), limits: ImageLimits(fileByteCount: 100))
    }
    #expect(error?.reason == .image(.fileTooLarge(byteLimit: 100)))
  }

  @Test func `what is not a picture is refused without ffmpeg`() throws {
    let error = #expect(throws: VideoError.self) { try PictureReader.image(encoded: Array("just a text".utf8)) }
    guard case .image? = error?.reason else {
      Issue.record("not an error of a picture: \(String(describing: error))")
      return
    }
  }

  @Test func `PNG and JPEG are read as by the picture itself, with notes`() throws {
    let png = try PixelImage(width: 2, height: 1, format: .rgb, pixels: [1, 2, 3, 4, 5, 6]).pngData()
    let whole = try PictureReader.picture(encoded: png, name: "a.png", bounds: ReadingBounds())
    #expect(whole.image.packedBytes == [1, 2, 3, 4, 5, 6])
    #expect(whole.notes.isEmpty)
    let cut = try PictureReader.picture(encoded: png.dropLast(12), name: "a.png", bounds: ReadingBounds())
    #expect(cut.image.packedBytes == [1, 2, 3, 4, 5, 6])
    #expect(cut.notes == ["the PNG data has no end chunk"])
  }
}
