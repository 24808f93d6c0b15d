import VisionTasks

/// The hands found in a picture or a frame and their gestures. Element *i* of the lists belongs to hand *i*: first
/// those tracked from the previous frame, in their order, then the others, highest palm score first.
///
/// As in MediaPipe, a hand for which the classifiers' options allow no class adds nothing to ``gestures``, which is
/// then shorter than the other lists; if this is the case for every hand, the whole result is empty.
public struct GestureRecognizerResult: Sendable, Hashable, Codable {
  /// The time of the frame. In image mode, it is 0 for the first picture of a task and increases by 1000 for each
  /// further one.
  public package(set) var timestampInMilliseconds: Int
  /// The 21 landmarks of each hand, in the stored picture.
  public package(set) var landmarks: [[NormalizedLandmark]]
  /// The 21 landmarks of each hand, in meters.
  public package(set) var worldLandmarks: [[Landmark]]
  /// One category for each hand: "Right" (index 0) or "Left" (index 1), the person's own, in an unmirrored picture.
  public package(set) var handedness: [[ResultCategory]]
  /// One category for each hand: the gesture's name and score. The index is −1.
  public package(set) var gestures: [[ResultCategory]]
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

  /// An initial result without hands.
  public init(timestampInMilliseconds: Int) {
    self.init(
      gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Overwrites the result with the hands of a frame and their gestures, reusing memory.
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
