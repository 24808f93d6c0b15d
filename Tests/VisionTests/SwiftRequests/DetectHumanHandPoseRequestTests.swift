#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct DetectHumanHandPoseRequestTests {
    private static func points(_ hand: HumanHandPoseObservation) -> [CGPoint] {
      HumanHandPoseObservation.JointName.allCases.compactMap { hand.joint(for: $0)?.location.cgPoint }
    }

    @Test func `a value finds what the class finds, in every kind of picture`() async throws {
      let image = try RenderedHands.image("Victory_right")
      let other = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(cgImage: CGImage(image)).perform([other])
      let expected = try #require(other.results?.first)
      let places = try expected.availableKeys.map { try expected.recognizedPoint(forKey: $0).location }
      let (buffer, url) = (CVPixelBuffer(image), RenderedHands.url("Victory_right"))
      let frame = CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: 1, timescale: 2))
      let request = DetectHumanHandPoseRequest()
      let found = [
        try await request.perform(on: url), try await request.perform(on: Data(contentsOf: url), orientation: .up),
        try await request.perform(on: CGImage(image)), try await request.perform(on: CIImage(cvPixelBuffer: buffer)),
        try await request.perform(on: buffer, orientation: .up), try await request.perform(on: frame),
      ]
      for hands in found {
        #expect(hands.map(Self.points) == [places])
        #expect(hands.first?.chirality == .right && hands.first?.confidence == expected.confidence)
      }
      #expect(found.map { $0.first?.timeRange?.start.seconds } == [nil, nil, nil, nil, nil, 0.5])
    }

    @Test func `an observation has joints by name and by group`() async throws {
      let request = DetectHumanHandPoseRequest(.revision1)
      let hand = try #require(try await request.perform(on: RenderedHands.url("Thumb_Up_left")).first)
      #expect(hand.availableJointNames == request.supportedJointNames)
      #expect(try hand.availableJointsGroupNames == request.supportedJointsGroupNames)
      #expect(hand.allJoints().count == 21 && hand.allJoints(in: .all).count == 21)
      #expect(Set(hand.allJoints(in: .thumb).keys) == [.thumbCMC, .thumbMP, .thumbIP, .thumbTip])
      let tip: Joint = try #require(hand.joint(for: .thumbTip))
      let wrist = try #require(hand.joint(for: .wrist))
      #expect(tip.location.y > wrist.location.y && tip.distance(to: wrist) > 0.1 && tip.jointName == "thumbTip")
      #expect(hand.originatingRequestDescriptor == request.descriptor)
      #expect(hand.keypoints.shape == [1, 3, 21] && hand.keypoints[4].doubleValue == Double(tip.location.x))
      let copy = try JSONDecoder().decode(HumanHandPoseObservation.self, from: JSONEncoder().encode(hand))
      #expect(copy == hand && copy.joint(for: .thumbTip) == tip)
    }

    @Test func `a handler performs several requests on its picture`() async throws {
      let handler = ImageRequestHandler(RenderedHands.url("two_0"))
      var one = DetectHumanHandPoseRequest()
      one.maximumHandCount = 1
      let (first, second) = try await handler.perform(one, DetectHumanHandPoseRequest())
      #expect(first.count == 1 && second.count == 2)
      var counts: [Int] = []
      var bad = one
      bad.maximumHandCount = 0
      let requests: [any VisionRequest] = [one, bad, DetectHumanHandPoseRequest()]
      for await result in handler.performAll(requests) {
        switch result {
        case .detectHumanHandPose(_, let hands): counts.append(hands.count)
        }
      }
      #expect(counts == [1, 2])
    }

    @Test func `a region of interest is that of the class`() async throws {
      let region = CGRect(x: 0.031, y: 0.013, width: 0.94, height: 0.93)
      let other = VNDetectHumanHandPoseRequest()
      other.regionOfInterest = region
      try VNImageRequestHandler(url: RenderedHands.url("Open_Palm_left")).perform([other])
      let expected = try #require(other.results?.first).recognizedPoint(.wrist)
      var request = DetectHumanHandPoseRequest()
      request.regionOfInterest = NormalizedRect(normalizedRect: region)
      let hand = try #require(try await request.perform(on: RenderedHands.url("Open_Palm_left")).first)
      #expect(hand.joint(for: .wrist)?.location.cgPoint == expected.location)
    }

    @Test func `errors are Vision's, with a sentence`() async throws {
      await #expect(throws: VisionError.invalidImage("the image file is empty")) {
        _ = try await DetectHumanHandPoseRequest().perform(on: Data())
      }
      let error = await #expect(throws: VisionError.self) {
        var request = DetectHumanHandPoseRequest()
        request.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 2, height: 1)
        _ = try await request.perform(on: RenderedHands.url("Victory_left"))
      }
      guard case .invalidArgument(let message) = try #require(error) else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(message.contains("region of interest") && error?.localizedDescription == message)
    }

    @Test func `a request of a cancelled task is not performed`() async throws {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await DetectHumanHandPoseRequest().perform(on: RenderedHands.url("Victory_left"))
      }
      task.cancel()
      await #expect(throws: VisionError.requestCancelled("the task was cancelled")) { try await task.value }
    }

    @Test func `normalized points and rectangles go to pixels from either corner`() {
      let size = CGSize(width: 200, height: 100)
      let point = NormalizedPoint(imagePoint: CGPoint(x: 50, y: 25), in: size)
      #expect(point == NormalizedPoint(x: 0.25, y: 0.25))
      #expect(point.toImageCoordinates(size) == CGPoint(x: 50, y: 25))
      #expect(point.toImageCoordinates(size, origin: .upperLeft) == CGPoint(x: 50, y: 75))
      #expect(point.verticallyFlipped() == NormalizedPoint(x: 0.25, y: 0.75))
      let region = NormalizedRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
      #expect(point.toImageCoordinates(from: region, imageSize: size) == CGPoint(x: 125, y: 62.5))
      #expect(NormalizedPoint(imagePoint: CGPoint(x: 125, y: 62.5), in: size, normalizedTo: region) == point)
      #expect(region.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 100, y: 0, width: 100, height: 50))
      #expect(region.verticallyFlipped() == NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5))
      #expect(NormalizedRect(imageRect: CGRect(x: 100, y: 50, width: 100, height: 50), in: size) == region)
    }
  }
#endif
