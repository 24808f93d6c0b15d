import Foundation
import PixelImaging
import TestSupport
import Testing

@Suite struct Y4MWriterTests {
  /// Writes pictures as a clip and returns its bytes and its frames.
  private func written(_ images: [PixelImage], rate: Y4MFrameRate? = nil) throws -> (
    bytes: [UInt8], frames: [PixelImage]
  ) {
    try Clip.withFile([]) { path in
      let writer = try Y4MWriter(path: path, width: images[0].width, height: images[0].height, frameRate: rate)
      for image in images { try writer.write(image) }
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      return (bytes, try Clip.frames(of: bytes).map { PixelImage($0).converted(to: .rgb) })
    }
  }

  /// The colors of the BT.601 bars in 8 bits.
  @Test(
    arguments: [
      ([255, 255, 255], [235, 128, 128]), ([0, 0, 0], [16, 128, 128]), ([255, 0, 0], [81, 90, 240]),
      ([0, 255, 0], [145, 54, 34]), ([0, 0, 255], [41, 240, 110]), ([255, 255, 0], [210, 16, 146]),
    ] as [([UInt8], [UInt8])])
  func `a frame has the samples of BT 601`(rgb: [UInt8], yuv: [UInt8]) throws {
    for (width, height) in [(2, 2), (3, 1)] {
      let pixels = (0..<width * height).flatMap { _ in rgb }
      let image = try PixelImage(width: width, height: height, format: .rgb, pixels: pixels)
      let bytes = try written([image]).bytes
      let frame = Clip.frame(width, height, y: yuv[0], u: yuv[1], v: yuv[2])
      #expect(Array(bytes.suffix(frame.count)) == frame)
    }
  }

  @Test func `the header has size, rate and colors`() throws {
    let image = try PixelImage(width: 3, height: 2, format: .gray, pixels: [UInt8](repeating: 0, count: 6))
    let known = try written([image], rate: Y4MFrameRate(30000, 1001)).bytes
    #expect(
      known.starts(with: Array("YUV4MPEG2 W3 H2 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\nFRAME\n".utf8)))
    #expect(try written([image]).bytes.starts(with: Array("YUV4MPEG2 W3 H2 F0:0 ".utf8)))
  }

  @Test func `pictures read back, grays within a step, in any format and size`() throws {
    var generator = SeededGenerator(seed: 5)
    for format in PixelImage.Format.allCases {
      for (width, height) in [(16, 8), (7, 5), (1, 1)] {
        // Colors that change from block to block of four pixels: chroma is not averaged over different ones.
        var pixels: [UInt8] = []
        var blocks: [Int: [UInt8]] = [:]
        for y in 0..<height {
          for x in 0..<width {
            let block = (y / 2) * width + x / 2
            let color = blocks[block] ?? (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
            blocks[block] = color
            pixels += color
          }
        }
        let image = try PixelImage(width: width, height: height, format: .rgb, pixels: pixels).converted(to: format)
        let expected = image.converted(to: .rgb).packedBytes
        let found = try #require(try written([image, image]).frames.last).packedBytes
        let difference = zip(expected, found).map { abs(Int($0) - Int($1)) }.max() ?? 0
        // Half a step of luma and of chroma, of 255/219 and 255/224 × 1.772 each, and the rounding back.
        #expect(difference <= (format == .gray ? 1 : 2))
      }
    }
  }

  @Test func `a picture of another size and a place that cannot be written are refused`() throws {
    try Clip.withFile([]) { path in
      let writer = try Y4MWriter(path: path, width: 4, height: 4, frameRate: nil)
      #expect(throws: Y4MError.otherSize(width: 1, height: 1, expectedWidth: 4, expectedHeight: 4)) {
        try writer.write(try PixelImage(width: 1, height: 1, format: .gray, pixels: [0]))
      }
      #expect(throws: Y4MError.unusableSize(.emptySize(width: 0, height: 4))) {
        try Y4MWriter(path: path, width: 0, height: 4, frameRate: nil)
      }
    }
    #expect(throws: Y4MError.cannotWrite(reason: "No such file or directory")) {
      try Y4MWriter(path: "/no/such/folder/a.y4m", width: 4, height: 4, frameRate: nil)
    }
  }

  @Test func `a rate gives frames their times`() throws {
    let film = try #require(Y4MFrameRate(30000, 1001))
    #expect((0..<4).map(film.milliseconds) == [0, 33, 67, 100])
    #expect(try #require(Y4MFrameRate(25)).milliseconds(ofFrame: 9000) == 360_000)
    #expect(try #require(Y4MFrameRate(1, Int(UInt32.max))).milliseconds(ofFrame: .max) == 1 << 62)
    #expect(Y4MFrameRate(0, 1) == nil)
    #expect(Y4MFrameRate(1, -1) == nil)
    #expect(Y4MFrameRate(1 << 32, 1) == nil)
  }
}
