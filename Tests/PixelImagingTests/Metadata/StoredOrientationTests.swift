import PixelImaging
import TestSupport
import Testing

/// Pictures whose metadata state an orientation, against what Pillow and exiftool read.
@Suite struct StoredOrientationTests {
  #if PNG
    @Test(arguments: OrientationCase.all(.png))
    func `a PNG has the orientation that its metadata state`(picture: OrientationCase) throws {
      #expect(try PixelImage.stored(encoded: picture.bytes).orientation == picture.expected)
    }

    /// The red and green samples of the pixels, row by row, as they are displayed: 0, 80, 160 along a stored row, 0 and
    /// 120 down a column.
    @Test(arguments: [
      (1, [[0, 80, 160], [200, 280, 360]]), (2, [[160, 80, 0], [360, 280, 200]]),
      (3, [[360, 280, 200], [160, 80, 0]]), (4, [[200, 280, 360], [0, 80, 160]]),
      (5, [[0, 200], [80, 280], [160, 360]]), (6, [[200, 0], [280, 80], [360, 160]]),
      (7, [[360, 160], [280, 80], [200, 0]]), (8, [[160, 360], [80, 280], [0, 200]]),
    ])
    func `a PNG is turned and mirrored as EXIF defines it`(value: Int, expected: [[Int]]) throws {
      let picture = try #require(OrientationCase.named("PNG, \(value)"))
      let image = try PixelImage(encoded: picture.bytes)
      #expect((image.width, image.height) == (expected[0].count, expected.count))
      // Green, which counts rows, stands for 200 here.
      let samples = image.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 3).map { Int(bytes[$0]) + Int(bytes[$0 + 1]) / 120 * 200 }
      }
      #expect(samples == expected.flatMap { $0 })
    }

    @Test(arguments: [(0, ImageOrientation.right), (1000, .right), (1 << 20, .up)])
    func `a text of a PNG is decompressed up to a mebibyte`(padding: Int, expected: ImageOrientation) throws {
      let block: [UInt8] = [
        0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
      let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      let text =
        Array("\ngeneric profile\n      26\n".utf8) + [UInt8](repeating: 0x20, count: padding) + Array(digits.utf8)
      // Blocks of bytes as they are.
      var stream: [UInt8] = [0x78, 0x01]
      for start in stride(from: 0, to: text.count, by: 65_535) {
        let part = text[start..<min(start + 65_535, text.count)]
        let isLast: UInt8 = part.endIndex == text.count ? 1 : 0
        let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
        stream += [isLast, low, high, ~low, ~high] + part
      }
      let content = Array("zTXtRaw profile type exif\0\0".utf8) + stream
      func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
      }
      let chunk = bigEndian(UInt32(content.count - 4)) + content + bigEndian(crc32(content))
      let file = try PixelImage.synthetic().pngData()
      let picture = Array(file.dropLast(12)) + chunk + file.suffix(12)
      #expect(try PixelImage.stored(encoded: picture).orientation == expected)
    }

    @Test func `a PNG to be turned counts the copy of its pixels`() throws {
      let picture = try #require(OrientationCase.named("PNG, 6")).bytes
      let byteCount = picture.count + 2 * 3 * 2 * 3
      #expect(throws: ImageError.tooMuchMemory(byteCount: byteCount, limit: byteCount - 1)) {
        try PixelImage(encoded: picture, limits: ImageLimits(memoryByteCount: byteCount - 1))
      }
      #expect(try PixelImage(encoded: picture, limits: ImageLimits(memoryByteCount: byteCount)).width == 2)
    }
  #endif

  #if JPEG
    @Test(arguments: OrientationCase.all(.jpeg))
    func `a JPEG has the orientation that its metadata state`(picture: OrientationCase) throws {
      #expect(try PixelImage.stored(encoded: picture.bytes).orientation == picture.expected)
    }
  #endif

  @Test(arguments: [PixelImage.Format.gray, .rgb, .rgba])
  func `an orientation and its inverse give the picture back, whatever its rows`(format: PixelImage.Format) throws {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    let image = try PixelImage.random(width: 7, height: 5, format: format, &generator)
    for orientation in ImageOrientation.allCases {
      let inverse: ImageOrientation =
        switch orientation {
        case .left: .right
        case .right: .left
        default: orientation
        }
      let turned = image.upright(from: orientation)
      let again = turned.upright(from: inverse)
      #expect((again.width, again.height) == (7, 5))
      #expect(again.packedBytes == image.packedBytes)
      #expect(orientation == .up || turned.packedBytes != image.packedBytes)
    }
  }

  // MARK: Damage

  @Test func `there are cases of both formats`() {
    #expect(OrientationCase.all(.png).count > 40)
    #expect(OrientationCase.all(.jpeg).count > 40)
  }

  @Test(arguments: OrientationCase.all)
  func `damaged metadata give an orientation or none`(picture: OrientationCase) {
    let bytes = picture.bytes
    for position in stride(from: picture.name.count % 5, to: bytes.count, by: 5) {
      var damaged = bytes
      damaged[position] ^= [0xFF, 0x01, 0x80][position % 3]
      // Decoding may stop at a checksum: the metadata are read before.
      _ = try? PixelImage(encoded: damaged)
      var metadata = OrientationMetadata()
      metadata.read(exif: damaged[position...])
      metadata.read(xmp: damaged[position...])
      #expect(bytes != damaged)
    }
  }

  @Test func `a TIFF says its orientation in an entry, or in an XMP packet`() {
    let text =
      #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="#
      + #""http://ns.adobe.com/tiff/1.0/"><rdf:Description tiff:Orientation="6"/></rdf:RDF>"#
    let packet = Array(text.utf8)
    let head: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]
    // Entry 700: bytes, their count and place.
    let xmp: [UInt8] = [0xBC, 2, 1, 0, UInt8(packet.count & 255), UInt8(packet.count >> 8), 0, 0, 38, 0, 0, 0]
    let orientation: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0]
    let end: [UInt8] = [0, 0, 0, 0]
    func read(_ file: [UInt8]) -> ImageOrientation {
      var metadata = OrientationMetadata()
      metadata.read(exif: file[...])
      return metadata.orientation
    }
    let padding = [UInt8](repeating: 0, count: 12)
    #expect(read(head + [1, 0] + xmp + end + padding + packet) == .right)
    #expect(read(head + [2, 0] + orientation + xmp + end + packet) == .left)
    // Cut short, or no packet at all.
    #expect(read(head + [1, 0] + xmp + end + padding + packet.dropLast()) == .up)
  }

  @Test func `a block is read wherever it lies in the bytes, and not beyond its end`() {
    let block: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
    for padding in 0..<4 {
      var metadata = OrientationMetadata()
      let bytes = [UInt8](repeating: 7, count: padding) + block + [0, 0]
      metadata.read(exif: bytes[padding...])
      #expect(metadata.orientation == .right)
    }
    for count in 0..<block.count {
      var metadata = OrientationMetadata()
      metadata.read(exif: (block + [0, 0])[..<count])
      #expect(metadata.orientation == .up)
    }
  }
}
