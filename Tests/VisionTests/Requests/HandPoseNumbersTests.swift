#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct HandPoseNumbersTests {
    @Test(arguments: ["Open_Palm_right", "Victory_left", "Pointing_Up_right", "Thumb_Up_left", "two_0"])
    func `an observation has the landmarker's numbers, with the origin at the lower left`(name: String) throws {
      let image = try RenderedHands.image(name)
      let options = HandLandmarkerOptions()
      options.numHands = 2
      let result = try HandLandmarker(options: options).detect(image: image)
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(cgImage: CGImage(image), options: [:]).perform([request])
      let hands = try #require(request.results)
      #expect(hands.count == result.landmarks.count && !hands.isEmpty)
      // In the picture with two hands, the landmarker's first one, an open palm, is also the larger one.
      for (hand, index) in zip(hands, result.landmarks.indices) {
        #expect(hand.confidence == result.hands[index].presence)
        #expect(hand.chirality == (result.handedness[index].first?.categoryName == "Left" ? .left : .right))
        for (point, landmark) in zip(hand.availableKeys, result.landmarks[index]) {
          let place = try hand.recognizedPoint(forKey: point).location
          #expect(place == CGPoint(x: Double(landmark.x), y: 1 - Double(landmark.y)))
        }
      }
    }

    @Test(arguments: CGImagePropertyOrientation.allCases)
    func `a PNG that states its orientation has the side and the points of its upright twin`(
      orientation: CGImagePropertyOrientation
    ) throws {
      let image = try RenderedHands.image("Open_Palm_left")
      let stored = try StoredPictures.stored(image, for: orientation)
      let bytes = try OrientedPNG.bytes(stored, exif: UInt8(orientation.rawValue))
      let truth = try RenderedHands.truth("Open_Palm_left")
      try TemporaryFolder.withFile(bytes, as: "stated.png") { path in
        let url = URL(fileURLWithPath: path)
        for handler in [VNImageRequestHandler(url: url), VNImageRequestHandler(data: Data(bytes))] {
          let request = VNDetectHumanHandPoseRequest()
          try handler.perform([request])
          let hand = try #require(request.results?.first)
          #expect(hand.chirality == .left)
          for (name, place) in zip(try request.supportedJointNames, truth) {
            let point = try hand.recognizedPoint(name)
            #expect(hypot(point.x - place[0], point.y - (1 - place[1])) < 0.05, "\(name) at \(point), \(place)")
          }
        }
      }
    }

    /// Pixels of a picture as each of the types that a handler takes.
    private static func handlers(_ image: PixelImage, file: URL) throws -> [VNImageRequestHandler] {
      let (bitmap, buffer) = (CGImage(image), CVPixelBuffer(image))
      let frame = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: 7, timescale: 30))
      let data = try Data(contentsOf: file)
      let options: [VNImageOption: Any] = [.properties: 1, .cameraIntrinsics: 2, .ciContext: 3]
      return [
        VNImageRequestHandler(cgImage: bitmap), VNImageRequestHandler(cgImage: bitmap, orientation: .up),
        VNImageRequestHandler(ciImage: CIImage(cgImage: bitmap)),
        VNImageRequestHandler(ciImage: CIImage(cvPixelBuffer: buffer), orientation: .up, options: [:]),
        VNImageRequestHandler(cvPixelBuffer: buffer), VNImageRequestHandler(cvPixelBuffer: buffer, orientation: .up),
        VNImageRequestHandler(cmSampleBuffer: frame), VNImageRequestHandler(cmSampleBuffer: frame, orientation: .up),
        VNImageRequestHandler(url: file), VNImageRequestHandler(url: file, orientation: .up, options: options),
        VNImageRequestHandler(data: data), VNImageRequestHandler(data: data, orientation: .up),
      ]
    }

    @Test func `every kind of picture gives the same points`() throws {
      let image = try RenderedHands.image("Victory_right")
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(cgImage: CGImage(image)).perform([request])
      let expected = try #require(request.results?.first).places
      for handler in try Self.handlers(image, file: RenderedHands.url("Victory_right")) {
        try handler.perform([request])
        #expect(try request.results?.first?.places == expected)
      }
    }

    @Test func `a camera's frame says when its hands were seen, other pictures do not`() throws {
      let image = try RenderedHands.image("Victory_right")
      let (time, duration) = (CMTimeMake(value: 7, timescale: 30), CMTimeMake(value: 1, timescale: 30))
      let frame = CMSampleBuffer(imageBuffer: CVPixelBuffer(image), presentationTimeStamp: time, duration: duration)
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(cmSampleBuffer: frame).perform([request])
      #expect(request.results?.first?.timeRange == CMTimeRange(start: time, duration: duration))
      try VNImageRequestHandler(cgImage: CGImage(image)).perform([request])
      #expect(request.results?.first?.timeRange == .zero)
      let timeless = CMSampleBuffer(imageBuffer: CVPixelBuffer(image), presentationTimeStamp: .invalid)
      try VNImageRequestHandler(cmSampleBuffer: timeless).perform([request])
      #expect(request.results?.first?.timeRange == .zero)
    }

    @Test(arguments: CGImagePropertyOrientation.allCases)
    func `a picture in any orientation gives the points and the side of the displayed one`(
      orientation: CGImagePropertyOrientation
    ) throws {
      let image = try RenderedHands.image("Open_Palm_left")
      let stored = CGImage(try StoredPictures.stored(image, for: orientation))
      let truth = try RenderedHands.truth("Open_Palm_left")
      let handlers = [
        VNImageRequestHandler(cgImage: stored, orientation: orientation),
        VNImageRequestHandler(ciImage: CIImage(cgImage: stored).oriented(orientation)),
      ]
      for handler in handlers {
        let request = VNDetectHumanHandPoseRequest()
        try handler.perform([request])
        let hand = try #require(request.results?.first)
        #expect(hand.chirality == .left)
        for (name, place) in zip(try request.supportedJointNames, truth) {
          let point = try hand.recognizedPoint(name)
          #expect(hypot(point.x - place[0], point.y - (1 - place[1])) < 0.05, "\(name) at \(point), \(place)")
        }
      }
    }
  }
#endif
