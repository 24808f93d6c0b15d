#if JPEG
  import Foundation
  import PixelImaging
  import TestSupport
  import Testing

  @Suite struct JPEGEncodingTests {
    /// A picture of slow gradients, of which JPEG keeps nearly everything, with a one-pixel red line.
    private static func picture(_ format: PixelImage.Format) throws -> PixelImage {
      var pixels: [UInt8] = []
      for y in 0..<61 {
        for x in 0..<83 { pixels += y == 30 ? [255, 0, 0] : [UInt8(3 * x), UInt8(4 * y), UInt8(x + y)] }
      }
      return try PixelImage(width: 83, height: 61, format: .rgb, pixels: pixels).converted(to: format)
    }

    @Test(arguments: PixelImage.Format.allCases)
    func `what is written reads back nearly the same`(format: PixelImage.Format) throws {
      let image = try Self.picture(format)
      let encoded = try image.jpegData()
      let decoded = try PixelImage(encoded: encoded)
      #expect((decoded.width, decoded.height, decoded.format) == (83, 61, .rgb))
      let expected = image.converted(to: .rgb).packedBytes
      let differences = zip(decoded.packedBytes, expected).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) < 3 * differences.count)
      #expect(try image.jpegData() == encoded)
    }

    @Test func `a thin line keeps its color`() throws {
      let decoded = try PixelImage(encoded: try Self.picture(.rgb).jpegData())
      let pixel = decoded.packedBytes[3 * (30 * 83 + 40)..<3 * (30 * 83 + 40) + 3].map { Int($0) }
      #expect(pixel[0] > 215 && pixel[1] < 45 && pixel[2] < 45, "\(pixel)")
    }

    @Test func `rows with gaps are read by their stride`() throws {
      var generator = SeededGenerator(seed: 5)
      let image = try PixelImage.random(width: 31, height: 17, format: .rgb, &generator)
      let packed = try PixelImage(width: 31, height: 17, format: .rgb, pixels: image.packedBytes)
      #expect(try image.jpegData() == packed.jpegData())
    }

    @Test func `a lower quality takes fewer bytes`() throws {
      let image = try PixelImage.synthetic()
      let counts = try [10, 50, 90, 100].map { try image.jpegData(quality: $0).count }
      #expect(counts == counts.sorted())
      #expect(Set(counts).count == 4)
    }

    @Test func `a picture too long for the format is a typed error`() throws {
      let image = try PixelImage(width: 1, height: 65_536, format: .gray, pixels: [UInt8](repeating: 0, count: 65_536))
      #expect(
        throws: ImageError.cannotEncode(format: .jpeg, reason: "the image is larger than 65535 × 65535")
      ) { try image.jpegData() }
    }

    @Test(arguments: [Int.min, 0, 101, Int.max])
    func `a quality that there is not is a typed error`(quality: Int) throws {
      let image = try Self.picture(.rgb)
      #expect(
        throws: ImageError.cannotEncode(
          format: .jpeg, reason: "the quality is \(quality), expected a number from 1 to 100")
      ) { try image.jpegData(quality: quality) }
    }

    @Test func `a file is written whole or not at all`() throws {
      let folder = try TemporaryFolder()
      let image = try Self.picture(.rgb)
      try image.writeJPEG(toFile: folder.path("a.jpg"), quality: 80)
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("a.jpg")))) == image.jpegData(quality: 80))
      #expect(throws: ImageError.self) { try image.writeJPEG(toFile: folder.path("none/a.jpg")) }
    }
  }
#endif
