#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct VNSequenceRequestHandlerTests {
    /// The landmarker's points of frames in video mode, from the lower left; those of the larger hand first.
    private static func expected(_ frames: [Int]) throws -> [[[CGPoint]]] {
      let options = HandLandmarkerOptions()
      options.numHands = 2
      options.runningMode = .video
      let landmarker = try HandLandmarker(options: options)
      return try frames.map { index in
        let result = try landmarker.detect(videoFrame: RenderedHands.clipFrame(index), timestampInMilliseconds: index)
        let hands = result.landmarks.map { hand in hand.map { CGPoint(x: Double($0.x), y: 1 - Double($0.y)) } }
        return hands.sorted { area($0) > area($1) }
      }
    }

    /// The area around a hand.
    private static func area(_ points: [CGPoint]) -> CGFloat {
      let (x, y) = (points.map(\.x).sorted(), points.map(\.y).sorted())
      guard let left = x.first, let right = x.last, let bottom = y.first, let top = y.last else { return 0 }
      return (right - left) * (top - bottom)
    }

    private static func points(_ request: VNDetectHumanHandPoseRequest) throws -> [[CGPoint]] {
      try (request.results ?? []).map { hand in
        try hand.availableKeys.map { try hand.recognizedPoint(forKey: $0).location }
      }
    }

    @Test func `hands are followed through frames of any kind as in video mode`() throws {
      let frames = [2, 3, 4, 5, 12, 13, 14]
      let request = VNDetectHumanHandPoseRequest()
      let handler = VNSequenceRequestHandler()
      for (index, expected) in zip(frames, try Self.expected(frames)) {
        let image = try RenderedHands.clipFrame(index)
        let buffer = CVPixelBuffer(image)
        let frame = CMSampleBuffer(
          imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: Int64(index), timescale: 30))
        switch index % 6 {
        case 0: try handler.perform([request], on: CGImage(image))
        case 1: try handler.perform([request], on: buffer)
        case 2: try handler.perform([request], on: frame, orientation: .up)
        case 3: try handler.perform([request], on: CIImage(cvPixelBuffer: buffer))
        case 4: try handler.perform([request], onImageData: Data(image.pngData()))
        default: try handler.perform([request], onImageData: Data(image.pngData()), orientation: .up)
        }
        #expect(try Self.points(request) == expected)
      }
    }

    @Test func `a new request for each frame follows the same hands`() throws {
      let frames = [2, 3, 4]
      let handler = VNSequenceRequestHandler()
      for (index, expected) in zip(frames, try Self.expected(frames)) {
        let request = VNDetectHumanHandPoseRequest()
        // The second one of the same kind sees what the first one sees: a frame counts once.
        let same = VNDetectHumanHandPoseRequest()
        try handler.perform([request, same], on: CGImage(RenderedHands.clipFrame(index)))
        #expect(try Self.points(request) == expected && Self.points(same) == expected)
      }
    }

    @Test func `a file is a frame, and a file that is missing an error`() throws {
      let handler = VNSequenceRequestHandler()
      let request = VNDetectHumanHandPoseRequest()
      try handler.perform([request], onImageURL: RenderedHands.url("Victory_left"))
      #expect(request.results?.count == 1)
      let missing = URL(fileURLWithPath: "/no/such.png")
      let error = #expect(throws: VNError.self) {
        try handler.perform([request], onImageURL: missing, orientation: .leftMirrored)
      }
      #expect(error?.errorCode == .ioError && request.results == nil)
      // The next frame is well.
      try handler.perform([request], onImageURL: RenderedHands.url("Victory_left"), orientation: .up)
      #expect(request.results?.count == 1)
    }

    @Test func `requests with new settings or regions for every frame start over and do not pile up`() throws {
      let handler = VNSequenceRequestHandler()
      let image = CGImage(try RenderedHands.image("Open_Palm_left"))
      for step in 0..<6 {
        let request = VNDetectHumanHandPoseRequest()
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1 - Double(step) / 1000)
        try handler.perform([request], on: image)
        #expect(request.results?.count == 1)
      }
    }
  }
#endif
