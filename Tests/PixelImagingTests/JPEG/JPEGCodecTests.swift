#if JPEG
  import Foundation
  import PixelImaging
  import TestSupport
  import Testing

  @Suite struct JPEGCodecTests {
    static let fixtures = PackageFolders.fixtures(of: "PixelImagingTests").appendingPathComponent("jpeg")

    static func data(_ name: String) throws -> [UInt8] {
      try [UInt8](Data(contentsOf: fixtures.appendingPathComponent("\(name).jpg")))
    }

    /// The largest difference of two pictures' bytes, or nil if they have different sizes.
    static func difference(_ image: PixelImage, _ other: [UInt8]) -> Int? {
      let bytes = image.packedBytes
      guard bytes.count == other.count else { return nil }
      return zip(bytes, other).map { abs(Int($0) - Int($1)) }.max()
    }

    static let names =
      ["full_color", "half_color", "gray", "progressive", "restart"] + (1...8).map { "exif_\($0)" }

    @Test(arguments: names)
    func `pixels are another decoder's, turned upright`(name: String) throws {
      let turned = ["exif_5", "exif_6", "exif_7", "exif_8"].contains(name)
      let (width, height) = turned ? (19, 29) : (29, 19)
      let image = try PixelImage(encoded: Self.data(name))
      #expect((image.width, image.height) == (width, height))
      #expect(image.format == .rgb)
      let expected = try Data(contentsOf: Self.fixtures.appendingPathComponent("\(name).\(width)x\(height).rgb"))
      #expect(Self.difference(image, [UInt8](expected)) == 0)
    }

    #if PNG
      @Test(.enabled(if: PackageFolders.hasShared, "../shared is absent"))
      func `photos in several JPEG kinds agree with their decoded twins`() throws {
        let folder = try #require(PackageFolders.shared).appendingPathComponent("images/formats")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains { $0.hasSuffix(".jpg") })
        for name in names where name.hasSuffix(".jpg") {
          let stem = name.dropLast(".jpg".count)
          let suffix = names.contains("\(stem).upright.rgb.png") ? "upright.rgb" : "rgb"
          let image = try PixelImage(contentsOfFile: folder.appendingPathComponent(name).path)
          let twin = try PixelImage(contentsOfFile: folder.appendingPathComponent("\(stem).\(suffix).png").path)
          #expect((image.width, image.height) == (twin.width, twin.height))
          #expect(Self.difference(image, twin.packedBytes) == 0, "\(name)")
        }
      }
    #endif

    @Test func `CMYK becomes the colors that Pillow gives`() throws {
      let image = try PixelImage(encoded: Self.data("cmyk"))
      let twin = Self.fixtures.appendingPathComponent("cmyk.29x19.rgb")
      #expect((image.width, image.height) == (29, 19))
      #expect(try #require(Self.difference(image, [UInt8](try Data(contentsOf: twin)))) <= 1)
    }

    @Test(arguments: ["arithmetic", "arithmetic_progressive"])
    func `arithmetic coding gives the pixels of Huffman coding`(name: String) throws {
      let (image, twin) = try (PixelImage(encoded: Self.data(name)), PixelImage(encoded: Self.data("full_color")))
      #expect(image.packedBytes == twin.packedBytes)
    }

    @Test(arguments: ["half_color", "progressive", "restart", "gray", "exif_6", "cmyk"])
    func `a missing end marker is no loss`(name: String) throws {
      let data = try Self.data(name)
      let whole = try PixelImage(encoded: data)
      #expect(PixelImage.notes(onEncoded: data).isEmpty)
      for count in [data.count - 1, data.count - 2] {
        let cut = Array(data[..<count])
        #expect(try PixelImage(encoded: cut).packedBytes == whole.packedBytes)
        #expect(PixelImage.notes(onEncoded: cut) == ["the JPEG data has no end marker"])
      }
    }

    @Test func `a progressive picture without its last scans and end is refused`() throws {
      let data = try Self.data("progressive")
      let scans = data.indices.dropLast(1).filter { data[$0] == 0xFF && data[$0 + 1] == 0xDA }
      #expect(scans.count > 2)
      for scan in scans.dropFirst() {
        // Tables may come before a scan; they change nothing.
        #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: Array(data[..<scan])) }
      }
    }

    @Test(arguments: ["half_color", "progressive", "restart", "gray", "exif_6"])
    func `every truncation that loses pixels is refused`(name: String) throws {
      let data = try Self.data(name)
      for count in 3..<data.count - 3 {
        #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: Array(data[..<count])) }
      }
    }

    @Test func `an arithmetic-coded picture without its end is refused, as it may lack more`() throws {
      let data = try Self.data("arithmetic")
      for count in [data.count / 2, data.count - 2, data.count - 1] {
        #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: Array(data[..<count])) }
      }
    }

    @Test(arguments: ["half_color", "progressive", "restart", "exif_6"])
    func `data missing in the middle is refused`(name: String) throws {
      let data = try Self.data(name)
      // From somewhere within the last scan to just before the end marker.
      let cut = data[..<(data.count - 30)] + data[(data.count - 2)...]
      #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: Array(cut)) }
    }

    @Test(arguments: ["half_color", "progressive", "restart", "exif_6"])
    func `every damaged byte gives an image or an error`(name: String) throws {
      let data = try Self.data(name)
      for position in 2..<data.count {
        for mask in [0xFF, 0x01, 0x80] as [UInt8] {
          var damaged = data
          damaged[position] ^= mask
          _ = try? PixelImage(encoded: damaged)
        }
      }
    }

    @Test func `stray bytes between segments are skipped`() throws {
      let data = try Self.data("full_color")
      let table = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xDB })
      let stuffed = data[..<table] + [0x11, 0x22, 0x33] + data[table...]
      #expect(try PixelImage(encoded: Array(stuffed)).packedBytes == PixelImage(encoded: data).packedBytes)
    }

    @Test func `too many scans are refused`() throws {
      let data = try Self.data("progressive")
      #expect(throws: ImageError.tooManyScans(limit: 3)) {
        try PixelImage(encoded: data, limits: ImageLimits(scanCount: 3))
      }
    }

    /// Coefficients of 29 × 19 pixels in libjpeg's ten scans, of which those of all components have one coefficient of
    /// a block, which counts as four.
    private static let progressiveCount: Int = {
      let (first, rest) = (3 * 551 * 4 / 64, 551 * 63 / 64)
      return 2 * first + 551 * 5 / 64 + 551 * 58 / 64 + 6 * rest
    }()

    /// Three components in one scan; one; and many scans.
    @Test(arguments: [
      ("full_color", 3 * 551), ("gray", 551), ("exif_6", 3 * 551), ("progressive", progressiveCount),
    ])
    func `the time of decoding has a limit, which is in samples`(name: String, count: Int) throws {
      let data = try Self.data(name)
      #expect(throws: ImageError.tooManySamples(count: count, limit: count - 1)) {
        try PixelImage(encoded: data, limits: ImageLimits(sampleCount: count - 1))
      }
      #expect(try PixelImage(encoded: data, limits: ImageLimits(sampleCount: count)).height > 0)
    }

    /// Bytes per pixel: red, green and blue; the rotated picture; coefficients of three components.
    @Test(arguments: [("full_color", 3), ("gray", 3), ("exif_6", 6), ("progressive", 9)])
    func `the memory of decoding has a limit`(name: String, pixelByteCount: Int) throws {
      let data = try Self.data(name)
      let byteCount = data.count + 29 * 19 * pixelByteCount
      #expect(throws: ImageError.tooMuchMemory(byteCount: byteCount, limit: byteCount - 1)) {
        try PixelImage(encoded: data, limits: ImageLimits(memoryByteCount: byteCount - 1))
      }
      #expect(try PixelImage(encoded: data, limits: ImageLimits(memoryByteCount: byteCount)).height > 0)
    }

    @Test func `arithmetic coding, of which a few bytes may be much work, is refused for a large picture`() throws {
      var data = try Self.data("arithmetic")
      let frame = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xC9 })
      data.replaceSubrange(frame + 5..<frame + 9, with: [0x20, 0, 0x20, 0])
      #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: data) }
    }

    @Test func `a scan whose header is cut is refused`() throws {
      var data = try Self.data("progressive")
      let scan = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xDA })
      // Three components need twelve bytes; there are none, and as many as there can be.
      for components in [0, 3, 255] as [UInt8] {
        data.replaceSubrange(scan + 2..<scan + 5, with: [0, 4, components])
        let error = #expect(throws: ImageError.self) { try PixelImage(encoded: data) }
        #expect(error?.description == "the JPEG data is damaged: a scan's header is too short")
      }
    }

    @Test func `a header far too large for the file is refused before memory is taken`() throws {
      var data = try Self.data("full_color")
      let frame = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xC0 })
      data.replaceSubrange(frame + 5..<frame + 9, with: [0x20, 0, 0x20, 0])
      #expect(throws: ImageError.truncated(format: .jpeg)) { try PixelImage(encoded: data) }
      data.replaceSubrange(frame + 5..<frame + 9, with: [0x80, 0, 0x80, 0])
      #expect(throws: ImageError.tooLarge(width: 32_768, height: 32_768, limits: ImageLimits())) {
        try PixelImage(encoded: data)
      }
      data.replaceSubrange(frame + 5..<frame + 9, with: [0, 0, 0, 9])
      #expect(throws: ImageError.emptySize(width: 9, height: 0)) { try PixelImage(encoded: data) }
    }

    @Test func `a broken EXIF block is ignored`() throws {
      let data = try Self.data("exif_6")
      let marker = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xE1 })
      let tiff = marker + 4 + 6
      // Byte order, magic number, offset of the directory, number of entries, type and value of the orientation.
      let damages: [(Int, [UInt8])] = [
        (0, [0x4A, 0x4A]), (2, [9, 9]), (4, [0xFF, 0xFF, 0xFF, 0xFF]), (4, [0xFE, 0xFF, 0, 0]), (8, [0, 0]),
        (12, [7, 0]), (14, [9, 9]), (18, [0, 0]), (18, [9, 0]), (18, [0xFF, 0xFF]),
      ]
      for (offset, bytes) in damages {
        var damaged = data
        damaged.replaceSubrange(tiff + offset..<tiff + offset + bytes.count, with: bytes)
        let image = try PixelImage(encoded: damaged)
        #expect((image.width, image.height) == (29, 19))
      }
    }

    @Test func `the decoder's complaint is kept`() throws {
      var data = try Self.data("full_color")
      let table = try #require(data.indices.dropLast(1).first { data[$0] == 0xFF && data[$0 + 1] == 0xC4 })
      data.replaceSubrange(table + 5..<table + 21, with: [UInt8](repeating: 0xFF, count: 16))
      let error = #expect(throws: ImageError.self) { try PixelImage(encoded: data) }
      #expect(error?.description.contains("Huffman") == true)
    }
  }
#endif
