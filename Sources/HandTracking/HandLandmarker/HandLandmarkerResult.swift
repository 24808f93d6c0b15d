import VisionTasks

/// The hands found in a picture or a frame. The lists are parallel: element *i* of each belongs to hand *i*: first
/// those tracked from the previous frame, in their order, then the others, highest palm score first.
public struct HandLandmarkerResult: Sendable, Hashable, Codable {
  /// The time of the frame. In image mode, it is 0 for the first picture of a task and increases by 1000 for each
  /// further one.
  public package(set) var timestampInMilliseconds: Int
  /// The 21 landmarks of each hand, in the stored picture.
  public package(set) var landmarks: [[NormalizedLandmark]]
  /// The 21 landmarks of each hand, in meters.
  public package(set) var worldLandmarks: [[Landmark]]
  /// One category for each hand: "Right" (index 0) or "Left" (index 1), the person's own, in an unmirrored picture.
  public package(set) var handedness: [[ResultCategory]]
  /// The probability that there is a hand where each hand was found. (Mudra's addition.)
  public package(set) var presences: [Float]
  /// The identity of each hand in the video; empty unless the options' `tracking` assigns identities. (Mudra's
  /// addition.)
  public package(set) var tracks: [HandTrack]
  /// What the options' `details` request; nil if they request nothing. (Mudra's addition.)
  public package(set) var details: FrameDetails?
  /// How long the steps took, if requested by ``BaseOptions/reportsTimings``. (Mudra's addition.)
  public package(set) var timings: StageTimings?

  /// A result from its components.
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

  /// An initial result without hands.
  public init(timestampInMilliseconds: Int) {
    self.init(
      landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarkerResult: HandResult {}
