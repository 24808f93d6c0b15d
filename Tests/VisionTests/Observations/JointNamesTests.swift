#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct JointNamesTests {
    private typealias Name = VNHumanHandPoseObservation.JointName
    private typealias Group = VNHumanHandPoseObservation.JointsGroupName

    /// In the order of landmarks.
    private static let names: [Name] = [
      .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip,
      .indexMCP, .indexPIP, .indexDIP, .indexTip,
      .middleMCP, .middlePIP, .middleDIP, .middleTip,
      .ringMCP, .ringPIP, .ringDIP, .ringTip,
      .littleMCP, .littlePIP, .littleDIP, .littleTip,
    ]

    @Test func `a joint of each name lies where the renderer drew it, from the lower left`() throws {
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(url: RenderedHands.url("Open_Palm_right")).perform([request])
      let points = try #require(request.results?.first).recognizedPoints(.all)
      for (name, place) in zip(Self.names, try RenderedHands.truth("Open_Palm_right")) {
        let point = try #require(points[name])
        #expect(hypot(point.x - place[0], point.y - (1 - place[1])) < 0.05, "\(name) at \(point), \(place)")
      }
      #expect(try VNDetectHumanHandPoseRequest.supportedJointNames(forRevision: 1) == Self.names)
    }

    @Test func `a group has the joints of its finger`() throws {
      let hand = VNHumanHandPoseObservation(
        try HandPoseObservation(
          points: HandPoseObservation.JointName.allCases.enumerated().map { index, name in
            try HandPosePoint(name, x: Double(index), y: 0, confidence: 1)
          }))
      let groups: [(Group, ClosedRange<Int>)] = [
        (.thumb, 1...4), (.indexFinger, 5...8), (.middleFinger, 9...12), (.ringFinger, 13...16),
        (.littleFinger, 17...20), (.all, 0...20),
      ]
      for (group, landmarks) in groups {
        #expect(try hand.recognizedPoints(group).values.map(\.x).sorted() == landmarks.map { Double($0) })
      }
      #expect(try VNDetectHumanHandPoseRequest.supportedJointsGroupNames(forRevision: 1) == groups.map { $0.0 })
    }
  }
#endif
