import VisionTasks

/// The hands found in a picture or a frame. The lists are parallel: element *i* of each belongs to hand *i*: first
/// those that were followed from the frame before, in their order, then the others, the highest palm score first.
public struct HandLandmarkerResult: Sendable, Hashable, Codable {
  /// The time that the frame was given. In image mode 0 for the first picture of a task and 1000 more for each further
  /// one.
  public package(set) var timestampInMilliseconds: Int
  /// The 21 landmarks of each hand, in the picture as it is stored.
  public package(set) var landmarks: [[NormalizedLandmark]]
  /// The 21 landmarks of each hand, in meters.
  public package(set) var worldLandmarks: [[Landmark]]
  /// One category for each hand: "Right" (index 0) or "Left" (index 1), the person's own, in a picture that is not
  /// mirrored.
  public package(set) var handedness: [[ResultCategory]]
  /// The probability that there is a hand where each hand was found. (Mudra's addition.)
  public package(set) var presences: [Float]
  /// Which hand of the video each hand is; empty unless the options' `tracking` assigns identities. (Mudra's addition.)
  public package(set) var tracks: [HandTrack]
  /// What the options' `details` ask for; nil if they ask for nothing. (Mudra's addition.)
  public package(set) var details: FrameDetails?
  /// How long the stages took, if ``BaseOptions/reportsTimings`` asked for it. (Mudra's addition.)
  public package(set) var timings: StageTimings?

  /// A result from its parts.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int, presences: [Float] = [],
    tracks: [HandTrack] = [], details: FrameDetails? = nil, timings: StageTimings? = nil
  ) {
    self.timestampInMilliseconds = timestampInMilliseconds
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.presences = presences
    self.tracks = tracks
    self.details = details
    self.timings = timings
  }

  /// A result without hands, to begin with.
  public init(timestampInMilliseconds: Int) {
    self.init(
      landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarkerResult: HandResult {}
