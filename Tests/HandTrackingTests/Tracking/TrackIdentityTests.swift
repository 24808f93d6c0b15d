import HandTracking
import TestSupport
import Testing

@Suite struct TrackIdentityTests {
  private func sight(_ x: Float, _ y: Float = 100, right: Float = 0.9, followed: Int? = nil) -> HandSight {
    HandSight(center: SIMD2(x, y), palmLength: 40, rightProbability: right, followedTrack: followed)
  }

  /// The numbers of each frame's hands; frames are 33 ms apart.
  private func numbers(_ frames: [[HandSight]], memory: Int = 500) -> [[Int]] {
    var identity = TrackIdentity(memory: memory, handednessFrames: 30)
    return frames.enumerated().map { index, sights in
      identity.update(sights, timestamp: 33 * index)
      return sights.indices.map { identity.track(of: $0).id }
    }
  }

  /// Frames of two hands that cross; the order of the hands varies from frame to frame. The second element says which
  /// hand is which.
  private func crossing(seed: UInt64, rightOfSecond: Float) -> [(sights: [HandSight], hands: [Int])] {
    var generator = SeededGenerator(seed: seed)
    return (0..<31).map { frame in
      let way = Float(frame) * 10
      let hands = [
        sight(way + generator.nextFloat(), 100 + generator.nextFloat(), right: 0.9),
        sight(300 - way + generator.nextFloat(), 110 + generator.nextFloat(), right: rightOfSecond),
      ]
      let order = Bool.random(using: &generator) ? [0, 1] : [1, 0]
      return (order.map { hands[$0] }, order)
    }
  }

  /// How often a number went from one hand to another.
  private func switches(_ hands: [[Int]], _ numbers: [[Int]]) -> Int {
    var owner: [Int: Int] = [:]
    var count = 0
    for (hands, numbers) in zip(hands, numbers) {
      for (hand, number) in zip(hands, numbers) {
        if let old = owner[number], old != hand { count += 1 }
        owner[number] = hand
      }
    }
    return count
  }

  @Test(arguments: [Float(0.1), 0.9])
  func `hands that cross keep their numbers, whether or not they are a pair`(rightOfSecond: Float) {
    var (ours, byOrder) = (0, 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let frames = crossing(seed: seed, rightOfSecond: rightOfSecond)
      let hands = frames.map(\.hands)
      ours += switches(hands, numbers(frames.map(\.sights)))
      byOrder += switches(hands, frames.map { Array($0.hands.indices) })
    }
    print("20 crossings, second hand right with \(rightOfSecond): \(ours) identity switches, by order \(byOrder)")
    #expect(ours == 0)
    #expect(byOrder > 100)
  }

  @Test func `a hand that hides behind another comes back with its number`() {
    let frames = crossing(seed: 5, rightOfSecond: 0.1).enumerated().map { frame, crossing in
      // The second hand is hidden for 6 frames around the crossing.
      zip(crossing.sights, crossing.hands).filter { (12...17).contains(frame) ? $1 == 0 : true }
    }
    let numbers = numbers(frames.map { $0.map(\.0) })
    #expect(switches(frames.map { $0.map(\.1) }, numbers) == 0)
    #expect(Set(numbers.joined()) == [1, 2])
  }

  @Test func `a region that jumps onto the other hand does not take the number along`() {
    // Both regions show the left hand in frame 3; the right hand is hidden, and the repeat was removed.
    let frames = [
      [sight(100, right: 0.9), sight(160, right: 0.1)], [sight(120, right: 0.9), sight(150, right: 0.1)],
      [sight(130, right: 0.9, followed: 1), sight(142, right: 0.1, followed: 2)],
      [sight(134, right: 0.1, followed: 1)],
      [sight(128, right: 0.1, followed: 2), sight(160, right: 0.9)],
    ]
    #expect(numbers(frames) == [[1, 2], [1, 2], [1, 2], [2], [2, 1]])
  }

  @Test func `a tracked hand keeps its number however far it moves and whichever hand it seems to be`() {
    #expect(numbers([[sight(0)], [sight(300, right: 0.1, followed: 1)]]) == [[1], [1]])
    #expect(numbers([[sight(0)], [sight(300)]]) == [[1], [2]])
  }

  @Test(arguments: [(330, 1), (329, 2)])
  func `a hand out of sight is remembered for so long`(memory: Int, number: Int) {
    let frames = [[sight(50)]] + [[HandSight]](repeating: [], count: 9) + [[sight(50)]]
    #expect(numbers(frames, memory: memory).last == [number])
  }

  @Test func `a number is never used again`() {
    let gone = [[HandSight]](repeating: [], count: 20)
    #expect(numbers([[sight(50)]] + gone + [[sight(50)]] + gone + [[sight(50)]]).joined().map { $0 } == [1, 2, 3])
  }

  @Test func `a track knows its age and its handedness`() {
    var identity = TrackIdentity(memory: 100, handednessFrames: 10)
    for (time, right) in [(0, Float(1)), (50, 0), (100, 0.5)] {
      identity.update([sight(10, right: right)], timestamp: time)
    }
    let track = identity.track(of: 0)
    #expect(track.age == 3)
    #expect(track.handedness.rightProbability == 0.5)
    #expect(track.seconds == 0.05)
  }

  @Test func `sightings that are not numbers are new hands, and extreme times are valid`() {
    var identity = TrackIdentity(memory: 100, handednessFrames: 10)
    let undefined = HandSight(center: SIMD2(.nan, 0), palmLength: 0, rightProbability: .nan)
    identity.update([undefined, sight(0)], timestamp: .min)
    identity.update([undefined, sight(0)], timestamp: .max)
    #expect([0, 1].map { identity.track(of: $0).id } == [3, 4])
  }
}
