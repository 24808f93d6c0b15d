import HandPose
import HandTracking
import Testing

@Suite struct GrabRecognizerTests {
  /// A hand whose four fingers are folded so far, 0 to 1, seen from the front or turned, in radians, about its length.
  private func hand(fold: Float, turn: Float = 0) -> DetectedHand {
    var points = [SIMD3<Float>](repeating: .zero, count: 21)
    for joint in 1...4 { points[joint] = SIMD3(0.02 + 0.02 * Float(joint), -0.02 * Float(joint), 0) }
    for finger in 1...4 {
      let x = 0.03 - 0.02 * Float(finger)
      var (place, bend) = (SIMD3<Float>(x, -0.09, 0), Float(0))
      points[1 + 4 * finger] = place
      for joint in 1...3 {
        bend += 1.2 * fold
        place += 0.03 * SIMD3(0, -Self.cosine(bend), Self.sine(bend))
        points[1 + 4 * finger + joint] = place
      }
    }
    let turned = points.map {
      SIMD3($0.x * Self.cosine(turn) + $0.z * Self.sine(turn), $0.y, $0.z * Self.cosine(turn) - $0.x * Self.sine(turn))
    }
    return DetectedHand(
      side: .right, landmarks: turned.map { NormalizedLandmark(x: 0.5 + $0.x, y: 0.5 + $0.y, z: $0.z) },
      worldLandmarks: turned.map { Landmark(x: $0.x, y: $0.y, z: $0.z) })
  }

  private static func sine(_ angle: Float) -> Float { cosine(angle - .pi / 2) }

  private static func cosine(_ angle: Float) -> Float {
    let a = angle.remainder(dividingBy: 2 * .pi)
    return 1 - a * a / 2 + a * a * a * a / 24 - a * a * a * a * a * a / 720
      + a * a * a * a * a * a * a * a / 40320
  }

  /// What is said of hands at 30 frames a second, with the number of the frame.
  private func said(_ hands: [DetectedHand?], _ settings: GrabSettings = GrabSettings()) throws -> [String] {
    var recognizer = try GrabRecognizer(settings: settings)
    return hands.enumerated().compactMap { index, hand in
      recognizer.update(with: hand, aspectRatio: 1, at: 33 * index).map { "\(index) \($0)" }
    }
  }

  /// So many folds from the one to the other.
  private func folds(_ from: Float, _ to: Float, _ count: Int) -> [Float] {
    (0..<count).map { from + (to - from) * Float($0) / Float(count - 1) }
  }

  @Test func `an open hand that closes grabs once, and releases when it is open again`() throws {
    let hands = (folds(0, 0, 5) + folds(0, 1, 11) + folds(1, 1, 30) + folds(1, 0, 11) + folds(0, 0, 5)).map {
      hand(fold: $0)
    }
    let said = try said(hands)
    #expect(said.map { $0.split(separator: " ")[1] } == ["grab", "release"])
    #expect(Int(said[0].split(separator: " ")[0]).map { (8...15).contains($0) } == true, "\(said)")
  }

  @Test func `a fist that comes in, a hand that closes slowly and one that half closes do not grab`() throws {
    #expect(try said(folds(1, 1, 30).map { hand(fold: $0) }).isEmpty)
    #expect(try said(folds(0, 1, 150).map { hand(fold: $0) }).isEmpty)
    #expect(try said((folds(0, 0.5, 10) + folds(0.5, 0, 10)).map { hand(fold: $0) }).isEmpty)
  }

  @Test func `a hand that turns away and seems to close does not grab`() throws {
    // As it turns to its side, and on to its back, the fingers are taken for folded ones.
    for end in [Float(1.3), 2.8] {
      let turns = (0..<12).map { end * Float($0) / 11 }
      #expect(try said((0..<12).map { hand(fold: Float($0) / 11, turn: turns[$0]) }).isEmpty, "\(end)")
    }
    // The same fingers without the turn.
    #expect(try said((0..<12).map { hand(fold: Float($0) / 11) }).count == 1)
  }

  @Test func `a hand that is lost while it holds something releases it, and a short gap does not`() throws {
    let grab = folds(0, 1, 8).map { Optional(hand(fold: $0)) }
    let fist = Optional(hand(fold: 1))
    #expect(try said(grab + Array(repeating: nil, count: 5) + [fist, fist]).count == 1)
    let lost = try said(grab + Array(repeating: nil, count: 12) + [fist])
    #expect(lost.map { $0.split(separator: " ")[1] } == ["grab", "release"])
  }

  @Test func `any times and hands are survived, and settings that cannot be are refused`() throws {
    var recognizer = try GrabRecognizer()
    for time in [Int.min, Int.max, 0, 1, Int.max, Int.min] {
      _ = recognizer.update(with: hand(fold: 0), aspectRatio: .nan, at: time)
      _ = recognizer.update(with: DetectedHand(side: .left, landmarks: []), aspectRatio: 1, at: time)
      _ = recognizer.update(with: hand(fold: .infinity), aspectRatio: 1, at: time)
    }
    for change: (inout GrabSettings) -> Void in [
      { $0.open = 0 }, { $0.open = 0.9 }, { $0.closed = 1.1 }, { $0.closed = .nan }, { $0.durationInMilliseconds = 0 },
      { $0.facing = -1 }, { $0.steadiness = .nan },
    ] {
      var settings = GrabSettings()
      change(&settings)
      #expect(throws: HandPoseError.self) { try GrabRecognizer(settings: settings) }
    }
  }
}
