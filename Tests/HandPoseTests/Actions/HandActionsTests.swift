import Foundation
import HandPose
import HandTracking
import Testing

/// How much hands pinch, grasp, point, zoom and rotate.
@Suite struct HandActionsTests {
  private struct Result: HandResult {
    let timestampInMilliseconds: Int
    let hands: [DetectedHand]
    var secondLook: SecondLook? { nil }
    var economy: FrameEconomy? { nil }
    var details: FrameDetails? { nil }
    var timings: StageTimings? { nil }
  }

  /// A flat hand with fingers up, whose thumb and index finger are so many palms apart, or a fist.
  private static func hand(
    x: Float = 0.5, y: Float = 0.5, gap: Float = 0.9, isFist: Bool = false, id: Int = 1
  ) -> DetectedHand {
    let palm: Float = 0.2
    var points = [SIMD3<Float>](repeating: .zero, count: 21)
    points[0] = SIMD3(0, 0.5, 0)
    for finger in 0..<5 {
      let side = Float(finger - 2) * 0.22
      for joint in 0..<4 {
        let folded = isFist && finger > 0 && joint > 0
        let height: Float = finger == 0 ? 0.1 - 0.1 * Float(joint) : -0.5 - 0.3 * Float(joint)
        // A fist's fingertips come back to the palm.
        points[1 + 4 * finger + joint] = folded ? SIMD3(side, -1 + 0.25 * Float(joint), -0.3) : SIMD3(side, height, 0)
      }
    }
    if !isFist { points[4] = points[8] + SIMD3(-gap, 0, 0) }
    return DetectedHand(
      side: .right,
      landmarks: points.map { NormalizedLandmark(x: x + palm * $0.x, y: y + palm * $0.y, z: palm * $0.z) },
      worldLandmarks: points.map { Landmark(x: 0.09 * $0.x, y: 0.09 * $0.y, z: 0.09 * $0.z) },
      track: HandTrack(id: id, age: 1, isFollowed: true))
  }

  private static func values(_ actions: inout HandActions, _ hands: [DetectedHand], at time: Int) -> HandActionValues {
    actions.update(Result(timestampInMilliseconds: time, hands: hands), imageWidth: 100, imageHeight: 100)
  }

  @Test func `a pinch is active from the begin on, until its value falls below the end`() throws {
    var actions = try HandActions()
    // The value is 0 at 0.9 palms, 1 at 0.2.
    let seen = [0.9, 0.4, 0.25, 0.4, 0.6, 0.4].enumerated().map { index, gap in
      Self.values(&actions, [Self.hand(gap: Float(gap))], at: 33 * index).hands[0].pinch
    }
    #expect(seen.map(\.isActive) == [false, false, true, true, false, false])
    #expect(seen[0].value == 0 && abs(seen[1].value - 0.714) < 0.01 && seen.allSatisfy(\.isReady))
  }

  @Test func `a fist grasps and does not pinch, an open hand does neither`() throws {
    var actions = try HandActions()
    let open = Self.values(&actions, [Self.hand()], at: 0).hands[0]
    #expect(open.grasp.value == 0 && !open.grasp.isActive && !open.pinch.isActive)
    let fist = Self.values(&actions, [Self.hand(isFist: true)], at: 33).hands[0]
    #expect(fist.grasp.value > 0.9 && fist.grasp.isActive && !fist.pinch.isReady && !fist.pinch.isActive)
  }

  @Test func `a drag is how far the hand has come since its pinch began, in palms`() throws {
    var actions = try HandActions()
    #expect(Self.values(&actions, [Self.hand(x: 0.3)], at: 0).hands[0].drag == nil)
    #expect(Self.values(&actions, [Self.hand(x: 0.4, gap: 0.1)], at: 33).hands[0].drag == SIMD2(0, 0))
    let drag = try #require(Self.values(&actions, [Self.hand(x: 0.6, gap: 0.1)], at: 66).hands[0].drag)
    #expect(abs(drag.x - 1) < 0.2 && abs(drag.y) < 1e-5)
    #expect(Self.values(&actions, [Self.hand(x: 0.6)], at: 99).hands[0].drag == nil)
  }

  @Test func `a ray leads from the wrist through the knuckles`() throws {
    var actions = try HandActions()
    let ray = try #require(Self.values(&actions, [Self.hand()], at: 0).hands[0].ray)
    #expect(ray.direction.y < -0.95 && abs((ray.direction * ray.direction).sum() - 1) < 1e-5)
    let flat = DetectedHand(side: .right, landmarks: Self.hand().landmarks)
    #expect(Self.values(&actions, [flat], at: 33).hands[0].ray == nil)
  }

  @Test func `two hands that pinch zoom and rotate, from where they began`() throws {
    var actions = try HandActions()
    func both(_ angle: Float, _ radius: Float, gap: Float, at time: Int) throws -> HandActionValues.Both {
      let (x, y) = (radius * cos(angle), radius * sin(angle))
      let hands = [
        Self.hand(x: 0.5 - x, y: 0.5 - y, gap: gap, id: 4), Self.hand(x: 0.5 + x, y: 0.5 + y, gap: gap, id: 6),
      ]
      return try #require(Self.values(&actions, hands, at: time).both)
    }
    #expect(try both(0, 0.1, gap: 0.9, at: 0) == .init(hands: [4, 6], isActive: false, zoom: 1, rotation: 0))
    let start = try both(0.1, 0.1, gap: 0.1, at: 33)
    #expect(start.isActive && start.zoom == 1 && start.rotation == 0)
    // A whole turn and more, in steps.
    var last = start
    for step in 1...10 { last = try both(0.1 + 0.7 * Float(step), 0.2, gap: 0.1, at: 33 + 33 * step) }
    #expect(abs(last.zoom - 2) < 0.01 && abs(last.rotation - 7) < 0.01)
    #expect(try !both(0, 0.2, gap: 0.9, at: 500).isActive)
  }

  @Test func `settings with which nothing could end are rejected`() {
    for change in [{ $0.pinchEnd = 0.9 }, { $0.graspEnd = 0 }, { $0.pinchBegin = .nan }]
      as [(inout HandActionSettings) -> Void]
    {
      var settings = HandActionSettings()
      change(&settings)
      #expect(throws: HandPoseError.self) { try HandActions(settings: settings) }
    }
  }
}
