import Foundation
import HandPose
import HandTracking
import Testing

@Suite struct HandPoseObservationTests {
  private func observation(_ names: [HandPoseObservation.JointName]) throws -> HandPoseObservation {
    try HandPoseObservation(points: names.map { try HandPosePoint($0, x: 0.25, y: 0.5, confidence: 0.9) })
  }

  // MARK: Joints

  @Test func `a group gives the points that are there`() throws {
    let hand = try observation([.wrist, .thumbTip, .thumbIP, .indexTip])
    #expect(try Set(hand.recognizedPoints(.thumb).keys) == [.thumbTip, .thumbIP])
    #expect(try hand.recognizedPoints(.all).count == 4)
    #expect(hand.availableJointNames == [.wrist, .thumbIP, .thumbTip, .indexTip])
    #expect(hand.availableJointsGroupNames == [.thumb, .indexFinger, .all])
  }

  @Test func `a joint or a group that is not there is named`() throws {
    let hand = try observation([.wrist])
    #expect(throws: HandPoseError.jointNotAvailable(.ringTip)) { try hand.recognizedPoint(.ringTip) }
    let error = #expect(throws: HandPoseError.groupNotAvailable(.ringFinger)) {
      try hand.recognizedPoints(.ringFinger)
    }
    #expect(error?.localizedDescription == "the observation has no joint of the group ringFinger")
  }

  @Test func `a point has its place as a location`() throws {
    let point = try observation([.wrist]).recognizedPoint(.wrist)
    #expect(point.location == CGPoint(x: 0.25, y: 0.5))
    #expect(point.identifier == .wrist)
  }

  @Test func `the confidence is that of the least sure point`() throws {
    let points = [
      try HandPosePoint(.wrist, x: 0, y: 0, confidence: 0.75),
      try HandPosePoint(.thumbTip, x: 0, y: 0, confidence: 0.5),
    ]
    #expect(try HandPoseObservation(points: points).confidence == 0.5)
    #expect(try HandPoseObservation(points: []).confidence == 0)
  }

  @Test func `an observation survives JSON`() throws {
    let hand = try observation([.wrist, .littleTip])
    #expect(try JSONDecoder().decode(HandPoseObservation.self, from: JSONEncoder().encode(hand)) == hand)
  }

  // MARK: Bad values

  @Test(arguments: [(CGFloat.nan, 0, 0.5), (0, .infinity, 0.5), (0, 0, Float.nan), (0, 0, -0.1), (0, 0, 1.5)])
  func `a point without a place or with an impossible confidence is refused`(
    x: CGFloat, y: CGFloat, confidence: Float
  ) {
    let error = #expect(throws: HandPoseError.self) { try HandPosePoint(.wrist, x: x, y: y, confidence: confidence) }
    guard case .invalidPoint(.wrist, _, _, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [CGFloat(0), -1, .infinity, .nan])
  func `a picture without a shape is refused`(ratio: CGFloat) {
    #expect(throws: HandPoseError.self) { try HandPoseObservation(points: [], aspectRatio: ratio) }
  }

  // MARK: Results

  @Test func `a hand with a landmark without a place is left out`() throws {
    var landmarks = Array(repeating: NormalizedLandmark(x: 0.5, y: 0.25, z: 0), count: 21)
    let good = landmarks
    landmarks[8] = NormalizedLandmark(x: .nan, y: 0, z: 0)
    let result = HandLandmarkerResult(
      hands: [
        DetectedHand(side: .left, landmarks: landmarks, presence: 0.5),
        DetectedHand(side: .right, landmarks: good, presence: 0.75),
      ], timestampInMilliseconds: 0)
    let picture = MPImage(
      image: try PixelImage(width: 4, height: 2, format: .gray, pixels: [UInt8](repeating: 0, count: 8)))
    let hands = HandPoseObservation.observations(of: result, in: picture)
    #expect(hands.map(\.confidence) == [0.75])
    #expect(hands.first?.chirality == .right)
    #expect(hands.first?.aspectRatio == 2)
    #expect(try hands.first?.recognizedPoint(.indexTip).location == CGPoint(x: 0.5, y: 0.75))
  }

  @Test(arguments: [
    (ImageOrientation.up, CGPoint(x: 0.1, y: 0.7), CGFloat(2)), (.right, CGPoint(x: 0.7, y: 0.9), 0.5),
    (.down, CGPoint(x: 0.9, y: 0.3), 2), (.left, CGPoint(x: 0.3, y: 0.1), 0.5),
  ])
  func `a point is turned with its picture`(orientation: ImageOrientation, location: CGPoint, ratio: CGFloat) throws {
    let landmarks = Array(repeating: NormalizedLandmark(x: 0.1, y: 0.3, z: 0), count: 21)
    let result = HandLandmarkerResult(
      hands: [DetectedHand(side: .left, landmarks: landmarks)], timestampInMilliseconds: 0)
    let image = try PixelImage(width: 4, height: 2, format: .gray, pixels: [UInt8](repeating: 0, count: 8))
    let hand = try #require(
      HandPoseObservation.observations(of: result, in: MPImage(image: image, orientation: orientation)).first)
    let found = try hand.recognizedPoint(.wrist).location
    // A landmark is a Float.
    #expect(abs(found.x - location.x) < 1e-7 && abs(found.y - location.y) < 1e-7)
    #expect(hand.aspectRatio == ratio)
  }
}
