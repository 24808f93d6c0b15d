import PixelImaging
import VisionCore

/// A hand as the pipeline passes it on. Its arrays keep their memory when the hand of a later frame replaces it.
package struct FoundHand: TrackedObject {
  /// The 21 landmarks in the picture.
  package var landmarks: [NormalizedLandmark]
  /// The 21 landmarks in space.
  package var worldLandmarks: [Landmark]
  /// Which hand it is.
  package var handedness: Handedness
  /// The probability that there is a hand in the region.
  package var presence: Float
  /// Where the landmarks were searched for.
  package var region: ImageRegion
  /// Where to search for them in the next frame.
  package var nextRegion: ImageRegion
  /// Why they were searched for there.
  package var origin = RegionOrigin.given
  /// The square of the picture in which its palm was found, if the picture was searched in squares.
  package var tile: ImageRegion?
  /// The hand's identity in the video, if requested.
  package var track: HandTrack?
  /// Its gesture, if the task names gestures and admits it.
  package var gesture: HandGesture?
  /// The vector that its gesture is named by, if requested; otherwise empty.
  package var embedding: [Float] = []
  /// How fast it moves, if requested.
  package internal(set) var motion: HandMotion?
  /// Its bones, if requested.
  package internal(set) var skeleton: SkeletonPose?
  /// How reliable each landmark is, if requested; otherwise empty.
  package var reliability: [LandmarkReliability] = []
  /// How many frames ago that was measured.
  package var framesSinceMeasurement = 0
  /// The landmarks before smoothing, if requested.
  package private(set) var rawLandmarks: [NormalizedLandmark] = []
  /// The same in space.
  package private(set) var rawWorldLandmarks: [Landmark] = []
  /// The handedness in only this frame, and in the stored picture.
  package private(set) var rawHandedness: Handedness?

  /// A hand from its components.
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

  /// Space for a hand: all landmarks are at the origin.
  package init() {
    let count = ModelConstants.Landmarks.count
    self.init(
      landmarks: Array(repeating: NormalizedLandmark(x: 0, y: 0, z: 0), count: count),
      worldLandmarks: Array(repeating: Landmark(x: 0, y: 0, z: 0), count: count),
      handedness: Handedness(rightProbability: 0), presence: 0,
      region: .full, nextRegion: .full)
  }

  /// Sets the motion, reusing memory.
  mutating func measureMotion(_ palm: SIMD2<Float>, joint: (Int) -> SIMD3<Float>) {
    if motion == nil { motion = HandMotion(palm: palm, joints: landmarks.map { _ in SIMD3() }) }
    motion?.palm = palm
    for index in landmarks.indices { motion?.joints[index] = joint(index) }
  }

  /// Fits bones to the world landmarks, reusing memory. There are none for a hand whose palm has no direction.
  mutating func fit(_ bones: inout HandSkeleton) {
    var pose = skeleton ?? SkeletonPose()
    // For a moment only here: a pose that is shared would be copied.
    skeleton = nil
    do throws(CameraSpaceError) {
      try bones.fit(worldLandmarks, into: &pose)
      skeleton = pose
    } catch {}
  }

  /// Keeps the current values of the hand as its raw ones.
  package mutating func keepRaw() {
    rawLandmarks.copy(landmarks)
    rawWorldLandmarks.copy(worldLandmarks)
    rawHandedness = handedness
  }
}

extension FoundHand {
  /// The region of the hand to which a palm belongs.
  package static func region(of box: KeypointBox, imageWidth: Int, imageHeight: Int) -> ImageRegion {
    ImageRegion(handOf: PalmBox(box), imageWidth: imageWidth, imageHeight: imageHeight)
  }

  /// True if another hand has the same landmarks.
  package func isRepeat(of other: FoundHand, imageWidth: Int, imageHeight: Int) -> Bool {
    HandDuplicates(imageWidth: imageWidth, imageHeight: imageHeight).areSame(landmarks, other.landmarks)
  }
}
