import HandTracking
import PixelImaging
import TestSupport
import Testing

@Suite struct MirrorTests {
  /// The gesture and the side of the only hand.
  private func hand(
    _ image: PixelImage, _ orientation: ImageOrientation = .up, isMirrored: Bool?
  ) throws -> [String?] {
    let task = try ClipFrames.recognizer(.image) { $0.inputProperties.isMirrored = isMirrored }
    let result = try task.recognize(image: MPImage(image: image, orientation: orientation))
    #expect(result.landmarks.count == 1)
    return [result.handedness.first?.first, result.gestures.first?.first].map { $0?.categoryName }
  }

  @Test func `in a mirror the other hand is seen, unless it is known to be one`() throws {
    let image = try RenderedHands.image("Thumb_Up_right")
    let mirrored = try EditedPictures.mirrored(image)
    #expect(try hand(image, isMirrored: nil) == ["Right", "Thumb_Up"])
    #expect(try hand(image, isMirrored: false) == ["Right", "Thumb_Up"])
    #expect(try hand(mirrored, isMirrored: nil) == ["Left", "Thumb_Up"])
    #expect(try hand(mirrored, isMirrored: true) == ["Right", "Thumb_Up"])
  }

  @Test func `mirrored orientations are accepted and turn the picture upright`() throws {
    let image = try RenderedHands.image("Thumb_Up_right")
    #expect(
      try hand(try EditedPictures.mirrored(image), .upMirrored, isMirrored: true) == ["Right", "Thumb_Up"])
    #expect(
      try hand(try EditedPictures.transposed(image), .leftMirrored, isMirrored: true) == ["Right", "Thumb_Up"])
    // A front camera's picture is often stored unmirrored, and only displayed mirrored.
    #expect(try hand(image, .upMirrored, isMirrored: false) == ["Right", "Thumb_Up"])
  }

  @Test func `the hands of one person are a right and a left one in single pictures too`() throws {
    let hand = try RenderedHands.image("Victory_right")
    let two = try EditedPictures.gray(
      width: 2 * hand.width, height: hand.height, with: [(hand, 0, 0), (hand, hand.width, 0)])
    func sides(_ isOnePerson: Bool) throws -> [ResultCategory] {
      let task = try ClipFrames.landmarker(.image) { $0.tracking.assumesOnePerson = isOnePerson }
      return try task.detect(image: two).handedness.map { $0[0] }
    }
    let (apart, together) = (try sides(false), try sides(true))
    #expect(apart.map(\.categoryName) == ["Right", "Right"])
    #expect(Set(together.map(\.categoryName)) == ["Left", "Right"])
    for (apart, together) in zip(apart, together) {
      let expected = together.index == 0 ? apart.score : Float(1 - Double(apart.score))
      #expect(together.score == expected)
    }
  }
}
