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

    @Test func `every truncation is refused`() throws {
      let data = try PixelImage.synthetic().pngData()
      for count in 1..<min(data.count, 600) {
        #expect(throws: ImageError.self) { try PixelImage(encoded: Array(data[..<count])) }
      }
      #expect(throws: ImageError.truncated(format: .png)) { try PixelImage(encoded: Array(data.dropLast())) }
      #expect(throws: ImageError.truncated(format: .png)) { try PixelImage(encoded: Array(data.dropLast(20))) }
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
