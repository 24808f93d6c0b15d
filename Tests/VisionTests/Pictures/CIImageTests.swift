#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct CIImageTests {
    /// A picture of six pixels that all differ.
    private static func small() throws -> PixelImage {
      try PixelImage(width: 3, height: 2, format: .rgb, pixels: (0..<18).map { UInt8($0) })
    }

    private static func bytes(_ image: PixelImage) -> [UInt8] {
      image.converted(to: .rgb).withUnsafeBytes { Array($0) }
    }

    @Test(arguments: CGImagePropertyOrientation.allCases, CGImagePropertyOrientation.allCases)
    func `a picture that is oriented twice is displayed as its pixels are moved twice`(
      first: CGImagePropertyOrientation, second: CGImagePropertyOrientation
    ) throws {
      let displayed = try Self.small()
      let stored = try StoredPictures.stored(StoredPictures.stored(displayed, for: second), for: first)
      let image = CIImage(cgImage: CGImage(stored)).oriented(first).oriented(second)
      #expect(try Self.bytes(StoredPictures.stored(displayed, for: image.orientation)) == Self.bytes(stored))
      #expect(image.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    }

    @Test func `a file that is not a picture gives nothing`() throws {
      #expect(CIImage(data: Data("a hand".utf8)) == nil)
      #expect(CIImage(contentsOf: URL(fileURLWithPath: "/no/such.png")) == nil)
      #expect(CIImage(contentsOf: RenderedHands.url("two_0"))?.cgImage != nil)
      let buffer = CVPixelBuffer(try Self.small())
      #expect(CIImage(cvPixelBuffer: buffer).pixelBuffer === buffer)
    }
  }
#endif
