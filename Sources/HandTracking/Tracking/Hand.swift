import PixelImaging

/// A hand as the pipeline hands it on.
package struct Hand: Sendable {
  /// The 21 landmarks in the picture.
  package let landmarks: [NormalizedLandmark]
  /// The 21 landmarks in space.
  package let worldLandmarks: [Landmark]
  /// "Right" (index 0) or "Left" (index 1).
  package let handedness: ResultCategory
  /// The probability that there is a hand in the region.
  package let presence: Float
  /// Where the landmarks were looked for.
  package let region: Region
  /// Where to look for them in the next frame.
  package let nextRegion: Region

  /// A hand from its parts.
  package init(
    landmarks: [NormalizedLandmark], worldLandmarks: [Landmark], handedness: ResultCategory, presence: Float,
    region: Region, nextRegion: Region
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.presence = presence
    self.region = region
    self.nextRegion = nextRegion
  }
}
