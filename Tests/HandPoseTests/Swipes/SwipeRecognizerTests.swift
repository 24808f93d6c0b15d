import Foundation
import HandPose
import Testing

@Suite struct SwipeRecognizerTests {
  /// A hand whose palm is at a place, in heights of the picture with y upward, and has a length.
  private func hand(
    x: Double, y: Double = 0.5, palm: Double = 0.1, aspectRatio: Double = 1.5, confidence: Float = 1
  ) throws -> HandPoseObservation {
    let points = [
      try HandPosePoint(.wrist, x: x / aspectRatio, y: y - palm / 2, confidence: confidence),
      try HandPosePoint(.middleMCP, x: x / aspectRatio, y: y + palm / 2, confidence: confidence),
    ]
    return try HandPoseObservation(points: points, chirality: .right, aspectRatio: aspectRatio)
  }

  /// The swipes of frames at 30 frames a second, with the number of the frame of each.
  private func swipes(
    _ frames: [HandPoseObservation?], interval: Int = 33, _ settings: SwipeSettings = SwipeSettings()
  ) throws -> [String] {
    var recognizer = try SwipeRecognizer(settings: settings)
    return frames.enumerated().compactMap { index, frame in
      recognizer.update(with: frame, at: interval * index).map { "\(index) \($0.direction)" }
    }
  }

  @Test func `a quick movement is one swipe in each direction`() throws {
    let steps = (0..<10).map { 0.04 * Double($0) }
    #expect(try swipes(steps.map { try hand(x: 0.5 + $0) }) == ["4 right"])
    #expect(try swipes(steps.map { try hand(x: 1 - $0) }) == ["4 left"])
    #expect(try swipes(steps.map { try hand(x: 0.7, y: 0.2 + $0) }) == ["4 up"])
    #expect(try swipes(steps.map { try hand(x: 0.7, y: 0.8 - $0) }) == ["4 down"])
  }

  @Test func `distance and speed are in palms, whatever the size and the picture`() throws {
    for (palm, ratio) in [(0.05, 0.5625), (0.05, 1.7778), (0.2, 0.5625), (0.2, 1), (0.2, 1.7778)] {
      var recognizer = try SwipeRecognizer()
      var found: Swipe?
      for step in 0..<10 where found == nil {
        let frame = try hand(x: 0.1 + 0.55 * palm * Double(step), palm: palm, aspectRatio: ratio)
        found = recognizer.update(with: frame, at: 50 * step)
      }
      let swipe = try #require(found)
      #expect(swipe.direction == .right)
      #expect(abs(swipe.distance - 1.65) < 0.01)
      #expect(abs(swipe.speed - 11) < 0.1)
    }
  }

  @Test func `a slow, short or bent way is none`() throws {
    // Three palms in three seconds; one palm; back and forth.
    #expect(try swipes((0..<90).map { try hand(x: 0.3 + 0.3 * Double($0) / 90) }).isEmpty)
    #expect(try swipes((0..<30).map { try hand(x: 0.3 + 0.1 * min(Double($0) / 3, 1)) }).isEmpty)
    #expect(try swipes((0..<60).map { try hand(x: 0.5 + 0.07 * sin(Double($0))) }).isEmpty)
    // Nearly as long as straight, but around a corner.
    let across: [(Double, Double)] = (0..<4).map { (0.5 + 0.0467 * Double($0), 0.5) }
    let upward: [(Double, Double)] = (1..<4).map { (0.6401, 0.5 + 0.0467 * Double($0)) }
    let corner = across + upward
    #expect(try swipes(corner.map { try hand(x: $0.0, y: $0.1) }).isEmpty)
  }

  @Test func `the way back within the pause does not count, afterward it does`() throws {
    let there = (0..<10).map { 0.5 + 0.04 * Double($0) }
    let back = there.reversed()
    #expect(try swipes((there + back).map { try hand(x: $0) }) == ["4 right"])
    let still = Array(repeating: there[9], count: 20)
    #expect(try swipes((there + still + back).map { try hand(x: $0) }) == ["4 right", "34 left"])
  }

  @Test func `a frame without a hand, an unsure one and a gap start anew`() throws {
    let way = try (0..<4).map { try hand(x: 0.5 + 0.04 * Double($0)) }
    let rest = try (4..<6).map { try hand(x: 0.5 + 0.04 * Double($0)) }
    #expect(try swipes(way + rest) == ["4 right"])
    #expect(try swipes(way + [nil] + rest).isEmpty)
    #expect(try swipes(way + [try hand(x: 0.66, confidence: 0.1)] + rest).isEmpty)
    #expect(try swipes(way + rest, interval: 300).isEmpty)
  }

  @Test(arguments: [(60, true), (250, true), (251, false), (2_000, false)])
  func `a gap of more than a quarter of a second between two frames starts anew, however fast the way is`(
    gap: Int, counts: Bool
  ) throws {
    // Two palms from frame to frame.
    let way = try (0..<3).map { try hand(x: 0.5 + 0.1 * Double($0), palm: 0.05) }
    #expect(try swipes(way, interval: gap) == (counts ? ["2 right"] : []))
  }

  @Test func `a jump between two frames is none, and neither is a way no hand can make`() throws {
    let rest = Array(repeating: try hand(x: 0.4), count: 5)
    let jumped = Array(repeating: try hand(x: 0.9), count: 5)
    #expect(try swipes(rest + jumped).isEmpty)
    #expect(try swipes((0..<4).map { try hand(x: 0.1 + 0.3 * Double($0), palm: 0.02) }).isEmpty)
  }

  @Test(arguments: [0.7, 1, 1.5, 2.5], [1.0, -1])
  func `a circle is no swipe, whatever its size, speed and sense`(radius: Double, sense: Double) throws {
    for seconds in [0.5, 0.8, 1.2, 2, 3] {
      for start in [0.0, 1, 2.5, 4] {
        let steps = Int(seconds * 30)
        let frames = try (0...steps).map { step in
          let angle = start + sense * 2 * Double.pi * Double(step) / Double(steps)
          return try hand(x: 0.7 + 0.1 * radius * cos(angle), y: 0.5 + 0.1 * radius * sin(angle))
        }
        #expect(try swipes(frames).isEmpty, "radius \(radius), \(seconds) s")
      }
    }
  }

  @Test func `a swipe that is a little bent, as of an arm that turns, is one`() throws {
    // Five palms from the elbow.
    let frames = try (0..<10).map { step in
      let angle = -0.4 + 0.08 * Double(step)
      return try hand(x: 0.7 + 0.5 * sin(angle), y: 0.5 * cos(angle))
    }
    #expect(try swipes(frames).count == 1)
  }

  @Test func `times that go back or are huge are survived`() throws {
    var recognizer = try SwipeRecognizer()
    for time in [Int.max, Int.min, 0, -1, Int.max, Int.max] {
      #expect(recognizer.update(with: try hand(x: 0.5), at: time) == nil)
    }
  }

  @Test func `settings with which nothing could be a swipe are rejected`() {
    for change in [
      { $0.distance = 0 }, { $0.distance = .nan }, { $0.speed = -1 }, { $0.straightness = 1.1 }, { $0.turn = 4 },
      { $0.pauseInMilliseconds = -1 },
      { $0.minimumConfidence = 2 },
    ] as [(inout SwipeSettings) -> Void] {
      var settings = SwipeSettings()
      change(&settings)
      #expect(throws: HandPoseError.self) { try SwipeRecognizer(settings: settings) }
    }
  }
}
