#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct HandSizeTests {
    /// Two drawn hands side by side, the second one larger by a third.
    private static func picture(small: String, large: String) throws -> PixelImage {
      let first = try RenderedHands.image(small).converted(to: .rgb)
      let second = try RenderedHands.rearranged(RenderedHands.image(large), width: 640, height: 480) {
        ($0 * 3 / 4, $1 * 3 / 4)
      }
      var pixels: [UInt8] = []
      for y in 0..<480 {
        pixels += y < 360 ? row(y, of: first) : [UInt8](repeating: 128, count: 3 * 480)
        pixels += row(y, of: second)
      }
      return try PixelImage(width: 480 + 640, height: 480, format: .rgb, pixels: pixels)
    }

    private static func row(_ y: Int, of image: PixelImage) -> [UInt8] {
      image.withUnsafeBytes { Array($0[y * image.rowByteStride..<y * image.rowByteStride + 3 * image.width]) }
    }

    /// The palm of the small hand has the higher score in the first picture, and that of the large one in the second.
    @Test(arguments: [("Thumb_Down_left", ["Left", "Right"]), ("Victory_left", ["Right", "Left"])])
    func `the largest hands of a picture come first, and are those that are given`(
      small: String, byScore: [String]
    ) throws {
      let image = try Self.picture(small: small, large: "Victory_right")
      let options = HandLandmarkerOptions()
      options.numHands = 2
      let result = try HandLandmarker(options: options).detect(image: image)
      #expect(result.handedness.map { $0.first?.categoryName } == byScore)
      for count in 1...2 {
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = count
        try VNImageRequestHandler(cgImage: CGImage(image)).perform([request])
        #expect(request.results?.map(\.chirality) == Array([.right, .left].prefix(count)))
      }
    }
  }
#endif
