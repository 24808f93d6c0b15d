import HandTracking
import PixelImaging
import TestSupport
import Testing

/// How sure each landmark is.
@Suite struct LandmarkReliabilityTests {
  private static func landmarker(
    _ mode: RunningMode = .image, _ set: (HandLandmarkerOptions) -> Void = { _ in }
  ) throws -> HandLandmarker {
    try ClipFrames.landmarker(mode) {
      $0.details = .reliability
      set($0)
    }
  }

  /// A picture with a square in front of a point, with a side in parts of the picture's height.
  private static func covered(_ image: PixelImage, at point: [Double], side: Double) throws -> PixelImage {
    let image = image.converted(to: .rgb)
    var pixels = image.withUnsafeBytes { Array($0) }
    let (x, y, reach) = (
      Int(point[0] * Double(image.width)), Int(point[1] * Double(image.height)), Int(side * Double(image.height) / 2)
    )
    for row in max(y - reach, 0)..<min(y + reach, image.height) {
      for column in max(x - reach, 0)..<min(x + reach, image.width) {
        let start = 3 * (row * image.width + column)
        pixels.replaceSubrange(start..<start + 3, with: [90, 110, 90])
      }
    }
    return try PixelImage(width: image.width, height: image.height, format: .rgb, pixels: pixels)
  }

  @Test func `it is there if it is requested, and changes nothing else`() throws {
    let image = try RenderedHands.image("two_0")
    let plain = try ClipFrames.landmarker(.image).detect(image: image).hands
    let hands = try Self.landmarker().detect(image: image).hands
    #expect(hands.count == 2 && plain.count == 2)
    for (hand, other) in zip(hands, plain) {
      #expect(other.reliability == nil && other.landmarks.allSatisfy { $0.visibility == nil })
      #expect(hand.landmarks.map { [$0.x, $0.y, $0.z] } == other.landmarks.map { [$0.x, $0.y, $0.z] })
      #expect(hand.worldLandmarks.map { [$0.x, $0.y, $0.z] } == other.worldLandmarks.map { [$0.x, $0.y, $0.z] })
      #expect(hand.presence == other.presence && hand.side == other.side && hand.sideScore == other.sideScore)
      let reliability = try #require(hand.reliability)
      #expect(reliability.count == 21 && Set(reliability).count == 21)
      // MediaPipe's field says the same.
      #expect(hand.landmarks.map(\.visibility) == reliability.map(\.confidence))
      #expect(hand.worldLandmarks.map(\.visibility) == reliability.map(\.confidence))
      #expect(reliability[.indexFingerTip] == reliability[8])
    }
  }

  @Test func `landmarks behind something are less reliable than the same ones in view`() throws {
    let landmarker = try Self.landmarker { $0.numHands = 1 }
    var (clear, hidden, worse) = (Float(0), Float(0), 0)
    for name in HandScene.names {
      let image = try RenderedHands.image(name)
      let truth = try RenderedHands.truth(name)
      let before = try #require(try landmarker.detect(image: image).hands.first?.reliability)
      let tip = HandLandmark.middleFingerTip
      let picture = try Self.covered(image, at: truth[Int(tip.rawValue)], side: 0.15)
      guard let after = try landmarker.detect(image: picture).hands.first?.reliability else { continue }
      clear += before[tip].expectedError
      hidden += after[tip].expectedError
      worse += after[tip].confidence < before[tip].confidence ? 1 : 0
    }
    print("expected error of tips: in view \(clear), hidden \(hidden); \(worse) of \(HandScene.names.count) less sure")
    #expect(hidden > 1.3 * clear)
    #expect(worse >= 7)
  }

  @Test func `a wider spread is a larger error and less confidence, up to a palm`() {
    let spreads: [Float] = [0, 0.01, 0.05, 0.1, 0.3, 1]
    let all = spreads.map(LandmarkReliability.init)
    for (near, far) in zip(all, all.dropFirst()) {
      #expect(far.expectedError > near.expectedError)
      #expect(far.confidence < near.confidence)
    }
    #expect(all.allSatisfy { (0...1).contains($0.confidence) && $0.expectedError > 0 })
    for spread in [2, Float.infinity, .nan] {
      #expect(LandmarkReliability(spread: spread) == all.last)
    }
  }

  @Test func `in a video it is measured in one frame of five`() throws {
    let task = try Self.landmarker(.video) { $0.numHands = 1 }
    let plain = try ClipFrames.landmarker { $0.numHands = 1 }
    var measured: [[LandmarkReliability]] = []
    for frame in 0..<12 {
      let image = try ClipFrames.image(frame)
      let hand = try #require(try task.detect(videoFrame: image, timestampInMilliseconds: 33 * frame).hands.first)
      let other = try plain.detect(videoFrame: image, timestampInMilliseconds: 33 * frame).hands.first
      #expect(hand.landmarks.map { [$0.x, $0.y, $0.z] } == other?.landmarks.map { [$0.x, $0.y, $0.z] })
      measured.append(try #require(hand.reliability))
    }
    let changes = measured.indices.dropFirst().filter { measured[$0] != measured[$0 - 1] }
    #expect(changes == [5, 10])
  }

  @Test func `hands that are followed keep theirs when another one is lost`() throws {
    // One hand from frame 0, a second one from frame 4, none in frame 13.
    let task = try Self.landmarker(.video) { $0.tracking.assignsIdentities = true }
    var last: [Int: [LandmarkReliability]] = [:]
    var frames: [Int: Int] = [:]
    for frame in 0..<16 {
      let result = try task.detect(videoFrame: ClipFrames.image(frame), timestampInMilliseconds: 33 * frame)
      for hand in result.hands {
        let (track, reliability) = (try #require(hand.track), try #require(hand.reliability))
        let age = track.isFollowed ? (frames[track.id] ?? 0) + 1 : 0
        frames[track.id] = age
        #expect((reliability == last[track.id]) == (age % 5 != 0), "frame \(frame)")
        last[track.id] = reliability
      }
    }
    #expect(last.count >= 2)
  }

  @Test func `it does not depend on threads`() throws {
    let image = try RenderedHands.image("two_0")
    let one = try Self.landmarker().detect(image: image)
    let two = try Self.landmarker { $0.baseOptions.numThreads = 2 }.detect(image: image)
    #expect(one.hands.map(\.reliability) == two.hands.map(\.reliability))
  }

  @Test func `the second pass of a picture has its own`() throws {
    let image = try RenderedHands.image("Victory_left")
    let one = try Self.landmarker().detect(image: image).hands.first
    let two = try Self.landmarker { $0.landmarkPasses = 2 }.detect(image: image).hands.first
    #expect(two?.reliability != nil && two?.reliability != one?.reliability)
  }
}
