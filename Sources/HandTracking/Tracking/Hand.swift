import PixelImaging
import VisionTasks

/// A hand as the pipeline hands it on. Its lists keep their memory when the hand of a later frame takes its place.
package struct Hand: Sendable {
  /// The 21 landmarks in the picture.
  package var landmarks: [NormalizedLandmark]
  /// The 21 landmarks in space.
  package var worldLandmarks: [Landmark]
  /// Which hand it is.
  package var handedness: Handedness
  /// The probability that there is a hand in the region.
  package var presence: Float
  /// Where the landmarks were looked for.
  package var region: ImageRegion
  /// Where to look for them in the next frame.
  package var nextRegion: ImageRegion
  /// Why they were looked for there.
  package var origin = HandOrigin.given
  /// Which hand of the video it is, if anybody wants to know.
  package var track: HandTrack?
  /// What the hand was before it was smoothed and averaged, if anybody wants to know.
  package private(set) var rawLandmarks: [NormalizedLandmark] = []
  /// The same in space.
  package private(set) var rawWorldLandmarks: [Landmark] = []
  /// Which hand it seemed to be in this frame alone, and in the picture as it is stored.
  package private(set) var rawHandedness: Handedness?

  /// A hand from its parts.
  package init(
    landmarks: [NormalizedLandmark], worldLandmarks: [Landmark], handedness: Handedness, presence: Float,
    region: ImageRegion, nextRegion: ImageRegion
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.presence = presence
    self.region = region
    self.nextRegion = nextRegion
  }

  /// Room for a hand: all landmarks lie at the origin.
  package init() {
    let count = ModelConstants.Landmarks.count
    self.init(
      landmarks: Array(repeating: NormalizedLandmark(x: 0, y: 0, z: 0), count: count),
      worldLandmarks: Array(repeating: Landmark(x: 0, y: 0, z: 0), count: count),
      handedness: Handedness(rightProbability: 0), presence: 0,
      region: .full, nextRegion: .full)
  }

  /// Keeps what the hand is now beside what it becomes.
  package mutating func keepRaw() {
    rawLandmarks.copy(landmarks)
    rawWorldLandmarks.copy(worldLandmarks)
    rawHandedness = handedness
  }
}
