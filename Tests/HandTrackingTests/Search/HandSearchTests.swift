import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct HandSearchTests {
  /// A large picture with the clip's frame of two hands in its lower right: each hand is a fifteenth of the width.
  private func distantHands() throws -> (image: PixelImage, part: ImageRegion) {
    let frame = try ClipFrames.image(6)
    let image = try EditedPictures.gray(width: 1800, height: 1350, with: [(frame, 1400, 1000)])
    let part = ImageRegion(
      centerX: (1400 + 144) / 1800, centerY: (1000 + 108) / 1350, width: 288 / 1800, height: 216 / 1350)
    return (image, part)
  }

  private func hands(_ image: PixelImage, _ search: ImageSearch, _ set: (HandLandmarkerOptions) -> Void = { _ in })
    throws -> HandLandmarkerResult
  {
    let task = try ClipFrames.landmarker(.image) {
      $0.details = [.hands, .removed]
      set($0)
    }
    return try task.detect(image: MPImage(image: image, search: search))
  }

  @Test func `hands that are too small in the whole picture are found in a region`() throws {
    let (image, part) = try distantHands()
    let everywhere = try hands(image, .everywhere)
    let region = try hands(image, .palms(in: [part]))
    print("1800×1350: \(everywhere.landmarks.count) hands in the whole picture, \(region.landmarks.count) in a region")
    #expect(everywhere.landmarks.isEmpty)
    #expect(region.landmarks.count == 2)
    let alone = try hands(try ClipFrames.image(6), .everywhere)
    for (found, expected) in zip(region.landmarks, alone.landmarks) {
      for (found, expected) in zip(found, expected) {
        // There is gray around the region, but nothing beyond the separate frame: crops at the edge differ slightly.
        #expect(isClose(found.x * 1800 - 1400, expected.x * 288, within: 3))
        #expect(isClose(found.y * 1350 - 1000, expected.y * 216, within: 3))
      }
    }
  }

  @Test func `each of several regions is searched, and a palm in two of them counts once`() throws {
    let (image, part) = try distantHands()
    let left = ImageRegion(
      centerX: (1400 + 80) / 1800, centerY: part.centerY, width: 150 / 1800, height: part.height)
    let right = ImageRegion(
      centerX: (1400 + 210) / 1800, centerY: part.centerY, width: 150 / 1800, height: part.height)
    let one = try hands(image, .palms(in: [left]))
    let two = try hands(image, .palms(in: [left, right]))
    let again = try hands(image, .palms(in: [left, part, right, left]))
    #expect(one.landmarks.count == 1)
    #expect(two.landmarks.count == 2)
    #expect(again.landmarks.count == 2)
    #expect(again.details?.removed.isEmpty == true)
  }

  @Test func `a palm outside the region does not count, though the detector sees it`() throws {
    let image = try ClipFrames.image(0)
    // The palm is at 0.3, 0.6; a wide region below it is padded with what is above.
    let region = ImageRegion(centerX: 0.5, centerY: 0.9, width: 1, height: 0.2)
    let result = try hands(image, .palms(in: [region]))
    #expect(result.landmarks.isEmpty)
    #expect(result.details?.removed.map(\.rule) == [.outsideRegion])
  }

  @Test func `without regions nothing is searched`() throws {
    let image = try ClipFrames.image(0)
    #expect(try hands(image, .palms(in: [])).landmarks.isEmpty)
    #expect(try hands(image, .hands(in: [])).landmarks.isEmpty)
  }

  @Test func `the landmark network alone looks at given regions`() throws {
    let image = try ClipFrames.image(6)
    let detected = try hands(image, .everywhere)
    let regions = detected.hands.compactMap(\.details?.candidate.region)
    let given = try hands(image, .hands(in: regions))
    #expect(given.landmarks == detected.landmarks)
    #expect(given.worldLandmarks == detected.worldLandmarks)
    #expect(given.details?.ranPalmDetector == false)
    #expect(given.hands.compactMap(\.details?.candidate.origin) == [.given, .given])
  }

  @Test func `a turned picture is searched in regions of its own frame`() throws {
    let upright = try ClipFrames.image(0)
    let turned = try RenderedHands.turned(upright)
    let task = try ClipFrames.landmarker(.image)
    // The hand is in the left half of the upright picture, so in the lower half of the rotated one.
    func count(_ centerY: Float) throws -> Int {
      let half = ImageRegion(centerX: 0.5, centerY: centerY, width: 1, height: 0.5)
      let picture = MPImage(image: turned, orientation: .right, search: .palms(in: [half]))
      return try task.detect(image: picture).landmarks.count
    }
    #expect(try count(0.75) == 1)
    #expect(try count(0.25) == 0)
  }

  @Test func `in a video a hand that is followed may leave the region`() throws {
    let task = try ClipFrames.landmarker {
      $0.numHands = 1
      $0.details = .hands
    }
    func hand(_ frame: Int, _ search: ImageSearch) throws -> HandLandmarkerResult {
      let picture = MPImage(image: try ClipFrames.image(frame), search: search)
      return try task.detect(videoFrame: picture, timestampInMilliseconds: 33 * frame)
    }
    let left = ImageSearch.palms(in: [ImageRegion(centerX: 0.3, centerY: 0.5, width: 0.6, height: 1)])
    let right = ImageSearch.palms(in: [ImageRegion(centerX: 0.85, centerY: 0.5, width: 0.3, height: 1)])
    #expect(try hand(0, right).landmarks.isEmpty)
    #expect(try hand(1, left).landmarks.count == 1)
    #expect(try hand(2, right).hands.compactMap(\.details?.candidate.origin) == [.followed(hand: 0)])
  }

  @Test func `palms alone are all palms of the picture, the best first`() throws {
    let image = try RenderedHands.image("two_0")
    let task = try ClipFrames.landmarker(.video) { $0.numHands = 1 }
    let palms = try task.detectPalms(image: MPImage(image: image))
    let hands = try hands(image, .everywhere)
    #expect(palms.count == 2)
    #expect(hands.hands.compactMap(\.details?.candidate.origin) == palms.map(HandOrigin.detected))
    #expect(palms[0].score >= palms[1].score)
    for (palm, landmarks) in zip(palms, hands.landmarks) {
      let wrist = landmarks[0]
      #expect(isClose(palm.wrist.x, wrist.x, within: 0.05) && isClose(palm.wrist.y, wrist.y, within: 0.05))
    }
    let half = ImageRegion(centerX: 0.25, centerY: 0.5, width: 0.5, height: 1)
    #expect(try task.detectPalms(image: MPImage(image: image, search: .palms(in: [half]))).count == 1)
    // The task's own time has not begun.
    #expect(try task.detect(videoFrame: image, timestampInMilliseconds: .min).landmarks.count == 1)
  }
}
