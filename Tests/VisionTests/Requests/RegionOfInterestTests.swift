#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct RegionOfInterestTests {
    private static func hand(
      _ image: PixelImage, in region: CGRect, _ orientation: CGImagePropertyOrientation = .up
    ) throws -> VNHumanHandPoseObservation? {
      let request = VNDetectHumanHandPoseRequest()
      request.regionOfInterest = region
      try VNImageRequestHandler(cgImage: CGImage(image), orientation: orientation).perform([request])
      return request.results?.first
    }

    /// The largest region around the center with edges between pixels, an eighth away from the edges.
    private static func region(_ image: PixelImage) -> (x: Int, y: Int, width: Int, height: Int) {
      (image.width / 8, image.height / 8, image.width - image.width / 4, image.height - image.height / 4)
    }

    @Test func `a region gives the numbers of its pixels alone, from its lower left corner`() throws {
      let image = try RenderedHands.image("Open_Palm_left")
      let (x, y, width, height) = Self.region(image)
      // The lower edge is at y from the bottom.
      let top = image.height - y - height
      let cut = try RenderedHands.rearranged(image, width: width, height: height) { ($0 + x, $1 + top) }
      let alone = try #require(try Self.hand(cut, in: VNNormalizedIdentityRect))
      let region = VNNormalizedRectForImageRect(
        CGRect(x: x, y: y, width: width, height: height), image.width, image.height)
      let within = try #require(try Self.hand(image, in: region))
      #expect(try within.places == alone.places)
      #expect(within.confidence == alone.confidence)
    }

    @Test(arguments: CGImagePropertyOrientation.allCases)
    func `points of a region lie in the picture where the renderer drew them`(
      orientation: CGImagePropertyOrientation
    ) throws {
      let image = try RenderedHands.image("Open_Palm_left")
      let truth = try RenderedHands.truth("Open_Palm_left")
      // Not in the middle, so that an exchange of edges shows; its edges are within pixels.
      let region = CGRect(x: 0.031, y: 0.013, width: 0.94, height: 0.93)
      let hand = try #require(try Self.hand(StoredPictures.stored(image, for: orientation), in: region, orientation))
      #expect(hand.chirality == .left)
      for (key, place) in zip(hand.availableKeys, truth) {
        let point = VNImagePointForNormalizedPointUsingRegionOfInterest(
          try hand.recognizedPoint(forKey: key).location, image.width, image.height, region)
        let expected = CGPoint(x: place[0] * Double(image.width), y: (1 - place[1]) * Double(image.height))
        #expect(hypot(point.x - expected.x, point.y - expected.y) < 0.05 * Double(image.width))
      }
    }

    @Test func `a region without the hand finds no hand`() throws {
      let image = try RenderedHands.image("Open_Palm_left")
      #expect(try Self.hand(image, in: CGRect(x: 0, y: 0, width: 0.05, height: 0.05)) == nil)
      // Less than a pixel is a pixel.
      #expect(try Self.hand(image, in: CGRect(x: 0.999999, y: 0.999999, width: 1e-7, height: 1e-7)) == nil)
    }

    @Test(arguments: [
      CGRect(x: 0.5, y: 0, width: 0.6, height: 1), CGRect(x: 0, y: 0.5, width: 1, height: 0.6),
      CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5), CGRect(x: 0, y: -0.1, width: 0.5, height: 0.5),
      CGRect(x: 0, y: 0, width: 0, height: 1), CGRect(x: 0, y: 0, width: 1, height: 0),
      CGRect(x: 0.5, y: 0.5, width: -0.5, height: -0.5), CGRect(x: Double.nan, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: Double.infinity, height: 1), CGRect(x: 0, y: 0, width: 1e300, height: 1e300),
      CGRect(x: 0, y: 0, width: Double.nan, height: 1), CGRect(x: 0, y: 0, width: 640, height: 480),
    ])
    func `a region that is not within the picture is an error when the request is performed`(region: CGRect) throws {
      let image = try RenderedHands.image("Open_Palm_left")
      let request = VNDetectHumanHandPoseRequest()
      request.regionOfInterest = region
      let handler = VNImageRequestHandler(cgImage: CGImage(image))
      let error = #expect(throws: VNError.self) { try handler.perform([request]) }
      #expect(error?.errorCode == .invalidArgument)
      #expect(request.results == nil)
      // The corrected request is performed.
      request.regionOfInterest = CGRect(x: 0, y: 0, width: 0.1 + 0.9, height: 0.7 + 0.3)
      try handler.perform([request])
      #expect(request.results?.count == 1)
    }
  }
#endif
