#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing
  import Vision

  @Suite struct VNObservationTests {
    private static func hand(_ name: String = "Open_Palm_left") throws -> VNHumanHandPoseObservation {
      let request = VNDetectHumanHandPoseRequest()
      try VNImageRequestHandler(url: RenderedHands.url(name)).perform([request])
      return try #require(request.results?.first)
    }

    /// An observation of two joints.
    private static func partial() throws -> VNHumanHandPoseObservation {
      VNHumanHandPoseObservation(
        try HandPoseObservation(points: [
          HandPosePoint(.thumbTip, x: 0.25, y: 0.5, confidence: 0.5),
          HandPosePoint(.wrist, x: 0.75, y: 0.5, confidence: 1),
        ]))
    }

    @Test func `an observation is one of recognized points, with a number of its own`() throws {
      let (first, second) = (try Self.hand(), try Self.hand())
      let any: VNObservation = first
      #expect(any is VNRecognizedPointsObservation)
      #expect(first.uuid == first.uuid && first.uuid != second.uuid)
      #expect(any.confidence > 0.9 && any.timeRange.duration == .zero && first.requestRevision == 1)
    }

    @Test func `keys, joints and groups name the same points`() throws {
      let hand = try Self.hand()
      #expect(hand.availableKeys.count == 21 && Set(hand.availableKeys).count == 21)
      #expect(hand.availableJointNames.map(\.rawValue) == hand.availableKeys)
      #expect(hand.availableJointsGroupNames.map(\.rawValue) == hand.availableGroupKeys)
      let groups = ["VNHLRKT", "VNHLRKI", "VNHLRKM", "VNHLRKR", "VNHLRKP", "VNIPOAll"]
      #expect(hand.availableGroupKeys.map(\.rawValue) == groups)
      let key = VNHumanHandPoseObservation.JointName.thumbTip.rawValue
      #expect(key.rawValue == "VNHLKTTIP")
      #expect(try hand.recognizedPoint(forKey: key) == hand.recognizedPoint(.thumbTip))
      #expect(try hand.recognizedPoint(.thumbTip).identifier == key)
      #expect(try hand.recognizedPoints(forGroupKey: .all).count == 21)
      let thumb = try hand.recognizedPoints(.thumb)
      #expect(Set(thumb.keys) == [.thumbCMC, .thumbMP, .thumbIP, .thumbTip])
      let group = VNHumanHandPoseObservation.JointsGroupName.thumb.rawValue
      #expect(try hand.recognizedPoints(forGroupKey: group).count == 4)
    }

    @Test func `a point that the observation does not have is an error`() throws {
      let hand = try Self.partial()
      #expect(hand.availableJointNames == [.wrist, .thumbTip])
      #expect(hand.availableJointsGroupNames == [.thumb, .all])
      #expect(throws: VNError.self) { try hand.recognizedPoint(.indexTip) }
      #expect(throws: VNError.self) { try hand.recognizedPoints(.ringFinger) }
      let error = #expect(throws: VNError.self) { try hand.recognizedPoint(forKey: .init(rawValue: "VNBLKLEAR")) }
      #expect(error?.errorCode == .invalidArgument)
      #expect(throws: VNError.self) { try hand.recognizedPoints(forGroupKey: .init(rawValue: "")) }
    }

    @Test func `the array has x, y and confidence of all joints in order, and zeros for missing ones`() throws {
      let hand = try Self.hand()
      let array = try hand.keypointsMultiArray()
      #expect(array.shape == [1, 3, 21] && array.strides == [63, 21, 1])
      #expect(array.count == 63 && array.dataType == .double)
      for (index, key) in hand.availableKeys.enumerated() {
        let point = try hand.recognizedPoint(forKey: key)
        #expect(array[[0, 0, NSNumber(value: index)]].doubleValue == point.x)
        #expect(array[[0, 1, NSNumber(value: index)]].doubleValue == point.y)
        #expect(array[42 + index].floatValue == point.confidence)
      }
      let partial = try Self.partial().keypointsMultiArray()
      #expect(partial.doubles.filter { $0 != 0 } == [0.75, 0.25, 0.5, 0.5, 1, 0.5])
    }
  }
#endif
