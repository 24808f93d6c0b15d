#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandTracking
  import TestSupport
  import Testing
  import Vision

  /// The confidence of single joints.
  @Suite struct JointConfidenceTests {
    private static let name = "Victory_left"

    private static func confidences() throws -> (hand: Float, joints: Set<Float>) {
      let options = HandLandmarkerOptions()
      options.details = .reliability
      let hand = try #require(try HandLandmarker(options: options).detect(image: RenderedHands.image(name)).hands.first)
      return (hand.presence, Set(try #require(hand.reliability).map(\.confidence)))
    }

    @Test func `joints have the hand's confidence, or their own if that is requested`() throws {
      let expected = try Self.confidences()
      for reportsJoints in [false, true] {
        let request = VNDetectHumanHandPoseRequest()
        request.reportsJointConfidence = reportsJoints
        try VNImageRequestHandler(cgImage: CGImage(RenderedHands.image(Self.name))).perform([request])
        let hand = try #require(request.results?.first)
        let joints = Set(try hand.recognizedPoints(.all).values.map(\.confidence))
        #expect(joints == (reportsJoints ? expected.joints : [expected.hand]))
        #expect(hand.confidence == expected.hand)
      }
    }

    @Test func `so do those of the request as a value`() async throws {
      let expected = try Self.confidences()
      var request = DetectHumanHandPoseRequest()
      request.reportsJointConfidence = true
      let hand = try #require(try await request.perform(on: RenderedHands.url(Self.name)).first)
      #expect(Set(hand.allJoints().values.map(\.confidence)) == expected.joints)
      #expect(hand.confidence == expected.hand)
    }
  }
#endif
