import HandTracking
import PixelImaging
import Testing

@Suite struct HandDuplicatesTests {
  private let duplicates = HandDuplicates(imageWidth: 384, imageHeight: 512)

  private func hand(_ landmarks: [NormalizedLandmark], presence: Float = 1) -> FoundHand {
    FoundHand(
      landmarks: landmarks, worldLandmarks: [],
      handedness: Handedness(rightProbability: 1),
      presence: presence, region: .full, nextRegion: .full)
  }

  /// The hands that remain when each is compared with those kept before it, as in the pipeline.
  private func kept(_ hands: [FoundHand]) -> [FoundHand] {
    hands.reduce(into: []) { kept, hand in
      if !kept.contains(where: { hand.isRepeat(of: $0, imageWidth: 384, imageHeight: 512) }) {
        kept.append(hand)
      }
    }
  }

  /// The example's hand with its first landmarks moved by multiples of the picture's width.
  private func moved(_ count: Int, by shift: Float) -> [NormalizedLandmark] {
    PipelineExample.fourFingers.hands[0].landmarks.enumerated().map { index, landmark in
      index < count ? NormalizedLandmark(x: landmark.x + shift, y: landmark.y, z: 0) : landmark
    }
  }

  @Test func `a hand found twice stays once, the earlier one`() {
    let hands = kept([
      hand(moved(0, by: 0), presence: 0.75), hand(moved(21, by: 0.001), presence: 1),
    ])
    #expect(hands.map(\.presence) == [0.75])
  }

  @Test func `different hands stay in their order`() {
    let two = PipelineExample.twoHands.hands.map { hand($0.landmarks, presence: $0.handednessScore) }
    #expect(kept(two).map(\.presence) == two.map(\.presence))
  }

  @Test func `ten landmarks in the same place make a duplicate, nine do not`() {
    let original = moved(0, by: 0)
    // The baseline of this hand is approximately 40 pixels, so 0.05 of 384 pixels is far.
    #expect(duplicates.areSame(moved(11, by: 0.05), original))
    #expect(!duplicates.areSame(moved(12, by: 0.05), original))
  }

  @Test func `a hand is compared with those that were kept only`() {
    // The second repeats the first and is dropped; the third is near the second but not near the first.
    let first = hand(moved(0, by: 0), presence: 0.1)
    let second = hand(moved(21, by: 0.015), presence: 0.2)
    let third = hand(moved(21, by: 0.03), presence: 0.3)
    #expect(duplicates.areSame(first.landmarks, second.landmarks))
    #expect(duplicates.areSame(second.landmarks, third.landmarks))
    #expect(!duplicates.areSame(first.landmarks, third.landmarks))
    #expect(kept([first, second, third]).map(\.presence) == [0.1, 0.3])
  }

  @Test func `hands without extent are not duplicates`() {
    let point = [NormalizedLandmark](repeating: NormalizedLandmark(x: 0.5, y: 0.5, z: 0), count: 21)
    #expect(!duplicates.areSame(point, point))
  }

  @Test func `undefined landmarks are not duplicates`() {
    let undefined = [NormalizedLandmark](repeating: NormalizedLandmark(x: .nan, y: .nan, z: 0), count: 21)
    #expect(!duplicates.areSame(undefined, undefined))
  }
}
