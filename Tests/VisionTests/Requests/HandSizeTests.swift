#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct HandSizeTests {
    /// Two drawn hands side by side, the second twice as large.
    private static func picture(small: String, large: String) throws -> PixelImage {
      let first = try RenderedHands.image(small).converted(to: .rgb)
      let second = try RenderedHands.rearranged(RenderedHands.image(large), width: 960, height: 720) {
        ($0 / 2, $1 / 2)
      }
      var pixels: [UInt8] = []
      for y in 0..<720 {
        pixels += y < 360 ? row(y, of: first) : [UInt8](repeating: 128, count: 3 * 480)
        pixels += row(y, of: second)
      }
      return try PixelImage(width: 480 + 960, height: 720, format: .rgb, pixels: pixels)
    }

    private static func row(_ y: Int, of image: PixelImage) -> [UInt8] {
      image.withUnsafeBytes { Array($0[y * image.rowByteStride..<y * image.rowByteStride + 3 * image.width]) }
    }

    @Test(arguments: [("Open_Palm_right", "Victory_left"), ("Victory_left", "Open_Palm_right")])
    func `the largest hands of a picture come first, and are those that are given`(small: String, large: String) throws
    {
      let image = try Self.picture(small: small, large: large)
      let options = HandLandmarkerOptions()
      options.numHands = 2
      let landmarker = try HandLandmarker(options: options)
      #expect(try landmarker.detect(image: image).landmarks.count == 2)
      let sides: [VNChirality] = large.hasSuffix("left") ? [.left, .right] : [.right, .left]
      for count in 1...2 {
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = count
        try VNImageRequestHandler(cgImage: CGImage(image)).perform([request])
        #expect(request.results?.map(\.chirality) == Array(sides.prefix(count)))
      }
    }
  }
#endif
