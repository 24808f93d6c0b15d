#if PNG
  import Foundation
  import PixelImaging
  import TestSupport
  import Testing

  @Suite struct PNGCodecTests {
    @Test(arguments: PixelImage.Format.allCases)
    func `what is written reads back`(format: PixelImage.Format) throws {
      var generator = SeededGenerator(seed: SeededGenerator.runSeed)
      for (width, height) in [(1, 1), (3, 2), (17, 5), (64, 33)] {
        let image = try PixelImage.random(width: width, height: height, format: format, &generator)
        let read = try PixelImage(encoded: image.pngData())
        let expected = image.converted(to: format.alphaOffset == nil ? .rgb : .rgba)
        #expect(read.format == expected.format)
        #expect(read.packedBytes == expected.packedBytes)
      }
    }

    @Test func `every truncation that loses pixels is refused`() throws {
      let data = try PixelImage.synthetic().pngData()
      for count in 1..<min(data.count, 600) {
        #expect(throws: ImageError.self) { try PixelImage(encoded: Array(data[..<count])) }
      }
      #expect(throws: ImageError.truncated(format: .png)) { try PixelImage(encoded: Array(data.dropLast(13))) }
      #expect(throws: ImageError.truncated(format: .png)) { try PixelImage(encoded: Array(data.dropLast(20))) }
    }

    /// A chunk with a right or wrong checksum.
    private static func chunk(_ type: String, _ content: [UInt8], isRight: Bool) -> [UInt8] {
      let body = Array(type.utf8) + content
      func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
      var state = UInt32.max
      for byte in body {
        state ^= UInt32(byte)
        for _ in 0..<8 { state = state & 1 == 1 ? 0xEDB8_8320 ^ state >> 1 : state >> 1 }
      }
      return word(UInt32(content.count)) + body + word(isRight ? ~state : state)
    }

    @Test func `damage outside the pixels is no loss`() throws {
      let data = try PixelImage.synthetic().pngData()
      let pixels = try PixelImage(encoded: data).packedBytes
      let (head, tail) = (Array(data[..<33]), Array(data[33...]))
      let text = Self.chunk("tEXt", Array("Comment\0a".utf8), isRight: false)
      let cases: [(file: [UInt8], notes: [String])] = [
        (data, []), (head + Self.chunk("tEXt", Array("Comment\0a".utf8), isRight: true) + tail, []),
        (head + text + tail, ["the checksum of its chunk tEXt is wrong"]),
        (data.dropLast(12), ["the PNG data has no end chunk"]), (data.dropLast(1), ["the PNG data has no end chunk"]),
        (data.dropLast(12) + text.prefix(9), ["the PNG data has no end chunk"]),
        (data.dropLast(12) + text + data.suffix(12), ["the checksum of its chunk tEXt is wrong"]),
      ]
      for (file, notes) in cases {
        #expect(try PixelImage(encoded: file).packedBytes == pixels)
        #expect(PixelImage.notes(onEncoded: file) == notes)
      }
    }

    @Test func `a wrong checksum of pixels or transparency is an error`() throws {
      let data = try PixelImage.synthetic().pngData()
      var damaged = data
      damaged[data.count - 13] ^= 1
      #expect(throws: ImageError.self) { try PixelImage(encoded: damaged) }
      let transparency = Self.chunk("tRNS", [0, 1, 0, 2, 0, 3], isRight: false)
      let opaque = try PixelImage.synthetic().converted(to: .rgb).pngData()
      let transparent = Array(opaque[..<33]) + transparency + Array(opaque[33...])
      #expect(throws: ImageError.self) { try PixelImage(encoded: transparent) }
    }

    @Test func `compressed data far beyond the last row is refused unread`() throws {
      let data = try PixelImage.synthetic().pngData()
      let end = data.count - 12
      let excess: [UInt8] = [0, 16, 0, 0] + Array("IDAT".utf8) + [UInt8](repeating: 0, count: (1 << 20) + 4)
      #expect(throws: ImageError.damaged(format: .png, reason: "too much image data")) {
        try PixelImage(encoded: Array(data[..<end]) + excess + Array(data[end...]))
      }
    }

    @Test func `every damaged byte of a small file gives an image or an error`() throws {
      let names = ["basi6a16", "tbbn3p08", "basn0g01"]
      for name in names {
        let data = try [UInt8](Data(contentsOf: PNGSuiteTests.fixtures.appendingPathComponent("\(name).png")))
        for position in data.indices {
          var damaged = data
          damaged[position] ^= 0x41
          _ = try? PixelImage(encoded: damaged)
        }
      }
    }

    @Test func `a damaged checksum is an error with libpng's reason`() throws {
      let path = PNGSuiteTests.fixtures.appendingPathComponent("xcsn0g01.png").path
      let error = #expect(throws: ImageError.self) { try PixelImage(contentsOfFile: path) }
      guard case .damaged(.png, let reason)? = error else {
        Issue.record("not a damaged PNG: \(String(describing: error))")
        return
      }
      #expect(reason.contains("CRC"))
    }

    @Test func `a huge header is refused before memory is taken`() throws {
      var data = try PixelImage.synthetic().pngData()
      data.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
      #expect(throws: ImageError.tooLarge(width: 20_000, height: 20_000, limits: ImageLimits())) {
        try PixelImage(encoded: data)
      }
      data.replaceSubrange(16..<24, with: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
      #expect(throws: ImageError.self) { try PixelImage(encoded: data) }
      data.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
      #expect(throws: ImageError.emptySize(width: 0, height: 1)) { try PixelImage(encoded: data) }
    }

    @Test func `the limits can be set`() throws {
      let data = try PixelImage.synthetic().pngData()
      let limits = ImageLimits(sideLength: 119)
      #expect(throws: ImageError.tooLarge(width: 120, height: 90, limits: limits)) {
        try PixelImage(encoded: data, limits: limits)
      }
      #expect(throws: ImageError.self) { try PixelImage(encoded: data, limits: ImageLimits(pixelCount: 120 * 90 - 1)) }
      #expect(try PixelImage(encoded: data, limits: ImageLimits(sideLength: 120, pixelCount: 120 * 90)).width == 120)
    }

    /// Kinds of 32 × 32 pixels, and the bytes of a pixel as stored or as given out, whichever are more.
    @Test(arguments: [("basn0g01", 3), ("basn3p08", 3), ("basn2c16", 6), ("basi4a16", 4), ("basi6a16", 8)])
    func `time and memory of decoding have limits`(name: String, pixelByteCount: Int) throws {
      let data = try [UInt8](Data(contentsOf: PNGSuiteTests.fixtures.appendingPathComponent("\(name).png")))
      let samples = 32 * 32 * pixelByteCount
      #expect(throws: ImageError.tooManySamples(count: samples, limit: samples - 1)) {
        try PixelImage(encoded: data, limits: ImageLimits(sampleCount: samples - 1))
      }
      let image = try PixelImage(encoded: data, limits: ImageLimits(sampleCount: samples))
      let byteCount = data.count + image.packedBytes.count
      #expect(throws: ImageError.tooMuchMemory(byteCount: byteCount, limit: byteCount - 1)) {
        try PixelImage(encoded: data, limits: ImageLimits(memoryByteCount: byteCount - 1))
      }
      #expect(throws: Never.self) { try PixelImage(encoded: data, limits: ImageLimits(memoryByteCount: byteCount)) }
    }

    @Test(.enabled(if: PackageFolders.hasShared, "../shared is absent"))
    func `files of one picture in several PNG kinds agree`() throws {
      let folder = try #require(PackageFolders.shared).appendingPathComponent("images/formats")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      let twins = names.filter { $0.hasSuffix(".rgb.png") && !$0.contains("jpeg") && !$0.contains("exif") }
      #expect(twins.count >= 5)
      for twin in twins {
        let stem = twin.dropLast(".rgb.png".count)
        let image = try PixelImage(contentsOfFile: folder.appendingPathComponent("\(stem).png").path)
        let expected = try PixelImage(contentsOfFile: folder.appendingPathComponent(twin).path)
        #expect(image.converted(to: .rgb).packedBytes == expected.packedBytes, "\(stem)")
      }
    }
  }
#endif
