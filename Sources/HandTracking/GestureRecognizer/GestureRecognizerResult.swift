import VisionTasks

/// The hands found in a picture or a frame and their gestures. Element *i* of the lists belongs to hand *i*: first
/// those that were followed from the frame before, in their order, then the others, the highest palm score first.
///
/// As in MediaPipe, a hand for which no class gets through the classifiers' options adds nothing to ``gestures``, which
/// then is shorter than the other lists; if that is so for every hand, the whole result is empty.
public struct GestureRecognizerResult: Sendable, Hashable, Codable {
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
  /// One category for each hand: the gesture's name and score. The index is −1.
  public package(set) var gestures: [[ResultCategory]]
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
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int, presences: [Float] = [],
    tracks: [HandTrack] = [], details: FrameDetails? = nil, timings: StageTimings? = nil
  ) {
    self.timestampInMilliseconds = timestampInMilliseconds
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.gestures = gestures
    self.presences = presences
    self.tracks = tracks
    self.details = details
    self.timings = timings
  }

  /// A result without hands, to begin with.
  public init(timestampInMilliseconds: Int) {
    self.init(
      gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Overwrites the result with the hands of a frame and their gestures, in the memory it has.
  package mutating func update(timestamp: Int, hands: ArraySlice<Hand>, gestures candidates: [GestureCandidate]) {
    update(timestamp: timestamp, hands: hands)
    gestures.refill(count: candidates.count) {
      $0.copy(only: candidates[$1].category)
    } make: {
      [candidates[$0].category]
    }
  }
}

extension GestureRecognizerResult: HandResult {}
