import HandTracking
import PixelImaging
import TestSupport
import Testing

/// Why nothing was returned.
@Suite struct FrameDetailsTests {
  private func removed(
    _ image: PixelImage, _ set: (HandLandmarkerOptions) -> Void = { _ in }
  ) throws -> [RemovedCandidate] {
    let task = try ClipFrames.landmarker(.image) {
      $0.details = .removed
      set($0)
    }
    let result = try task.detect(image: image)
    #expect(result.hands.allSatisfy { $0.details == nil })
    return try #require(result.details?.removed)
  }

  @Test func `a picture without a palm tells the best guess`() throws {
    let removed = try removed(try EditedPictures.gray(width: 64, height: 48))
    #expect(removed.map(\.rule) == [.palmScore])
    guard case .detected(let palm) = removed.first?.candidate.origin else {
      Issue.record("\(removed)")
      return
    }
    #expect(palm.score < 0.5)
  }

  @Test func `a palm that scores too low is told with its score and place`() throws {
    let image = try RenderedHands.image("Open_Palm_right")
    let palms = try ClipFrames.landmarker(.image).detectPalms(image: MPImage(image: image))
    let removed = try removed(image) { $0.minHandDetectionConfidence = 1 }
    #expect(removed.map(\.rule) == [.palmScore])
    guard case .detected(let best) = removed.first?.candidate.origin, let palm = palms.first else {
      Issue.record("\(removed)")
      return
    }
    // Only the best box, not blended with its neighbors.
    #expect(best.score == palm.score)
    #expect(isClose(best.center.x, palm.center.x, within: palm.width / 4))
    #expect(isClose(best.center.y, palm.center.y, within: palm.height / 4))
  }

  @Test func `a hand that is not present enough is told with its presence`() throws {
    let image = try RenderedHands.image("Open_Palm_right")
    let presence = try ClipFrames.landmarker(.image).detect(image: image).hands.map(\.presence)
    let rules = try removed(image) { $0.minHandPresenceConfidence = 1 }.map(\.rule)
    #expect(rules == presence.map(RemovedCandidate.Rule.presence))
  }

  @Test func `a hand beyond the number of hands is told`() throws {
    #expect(try removed(try RenderedHands.image("two_0")) { $0.numHands = 1 }.map(\.rule) == [.handLimit])
  }

  @Test func `a hand that is found twice is told`() throws {
    let image = try RenderedHands.image("Open_Palm_right")
    let palms = try ClipFrames.landmarker(.image).detectPalms(image: MPImage(image: image))
    let region = ImageRegion(handOf: try #require(palms.first), imageWidth: image.width, imageHeight: image.height)
    var shifted = region
    shifted.centerX += 0.01
    let task = try ClipFrames.landmarker(.image) { $0.details = .removed }
    let result = try task.detect(image: MPImage(image: image, search: .hands(in: [region, shifted])))
    #expect(result.landmarks.count == 1)
    let expected = RemovedCandidate(candidate: HandCandidate(region: shifted, origin: .given), rule: .repeated)
    #expect(result.details?.removed == [expected])
  }

  @Test func `a palm that is followed already is told`() throws {
    let task = try ClipFrames.landmarker { $0.details = .removed }
    let rules = try (0..<2).map { frame in
      let result = try task.detect(videoFrame: try ClipFrames.image(frame), timestampInMilliseconds: frame)
      return result.details?.removed.map(\.rule)
    }
    #expect(rules == [[], [.overlap]])
  }

  @Test func `hands without a gesture keep their details`() throws {
    let classes = ClassifierOptions()
    classes.scoreThreshold = 1
    let task = try ClipFrames.recognizer(.image) {
      $0.details = [.removed, .hands]
      $0.cannedGesturesClassifierOptions = classes
      $0.customGesturesClassifierOptions = classes
    }
    let result = try task.recognize(image: try RenderedHands.image("two_0"))
    #expect(result.landmarks.isEmpty)
    #expect(result.hands.map(\.gesture) == [nil, nil])
    #expect(result.hands.compactMap(\.details).count == 2)
    #expect(result.details?.removed.isEmpty == true)
  }

  @Test func `a hand tells its palm and its region`() throws {
    let task = try ClipFrames.landmarker { $0.details = .hands }
    let image = try ClipFrames.image(0)
    let first = try task.detect(videoFrame: image, timestampInMilliseconds: 0)
    let second = try task.detect(videoFrame: image, timestampInMilliseconds: 1)
    let palm = try #require(task.detectPalms(image: MPImage(image: image)).first)
    let region = ImageRegion(handOf: palm, imageWidth: image.width, imageHeight: image.height)
    #expect(first.hands.compactMap(\.details?.candidate) == [HandCandidate(region: region, origin: .detected(palm))])
    let next = ImageRegion(
      followingHandAt: first.landmarks[0], imageWidth: image.width, imageHeight: image.height)
    #expect(second.hands.compactMap(\.details?.candidate) == [HandCandidate(region: next, origin: .followed(hand: 0))])
    #expect(second.details?.removed.isEmpty == true)
  }
}
