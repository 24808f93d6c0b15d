import VisionCore

/// What a result says about the whole frame, as requested by the options' `details`. What they request about each hand
/// is in the hand.
public struct FrameDetails: Sendable, Hashable, Codable {
  /// Whether the palm detector ran on this frame.
  public private(set) var ranPalmDetector: Bool
  /// The candidates that are not in the result.
  public private(set) var removed: [RemovedCandidate]
  /// The squares in which small hands were searched for (`ImageSearch.tiles`): all of them in a picture, besides the
  /// whole picture; at most one in a frame of a video, in place of the whole frame.
  public private(set) var searchedTiles: [ImageRegion]

  /// Details from their components.
  public init(ranPalmDetector: Bool, removed: [RemovedCandidate] = [], searchedTiles: [ImageRegion] = []) {
    self.ranPalmDetector = ranPalmDetector
    self.removed = removed
    self.searchedTiles = searchedTiles
  }

  /// Overwrites the details with those of another frame, reusing memory.
  mutating func update(ranPalmDetector: Bool, removed: [RemovedCandidate], searchedTiles: [ImageRegion]) {
    self.ranPalmDetector = ranPalmDetector
    self.removed.copy(removed)
    self.searchedTiles.copy(searchedTiles)
  }
}

/// The origin of a hand.
public struct HandDetails: Sendable, Hashable, Codable {
  /// Where the hand was searched for, and why: the palm box of a detected hand is in its origin.
  public private(set) var candidate: HandCandidate
  /// The landmarks before smoothing.
  public private(set) var rawLandmarks: [NormalizedLandmark]
  /// The world landmarks before smoothing.
  public private(set) var rawWorldLandmarks: [Landmark]
  /// The handedness in only this frame, as in an unmirrored picture.
  public private(set) var rawHandedness: ResultCategory

  /// Details from their components.
  public init(
    candidate: HandCandidate, rawLandmarks: [NormalizedLandmark], rawWorldLandmarks: [Landmark],
    rawHandedness: ResultCategory
  ) {
    self.candidate = candidate
    self.rawLandmarks = rawLandmarks
    self.rawWorldLandmarks = rawWorldLandmarks
    self.rawHandedness = rawHandedness
  }

  /// The details of a hand whose raw values were kept.
  init(_ hand: FoundHand) {
    self.init(
      candidate: HandCandidate(region: hand.region, origin: HandOrigin(hand.origin), tile: hand.tile),
      rawLandmarks: hand.rawLandmarks,
      rawWorldLandmarks: hand.rawWorldLandmarks, rawHandedness: (hand.rawHandedness ?? hand.handedness).category)
  }

  /// Overwrites the details with those of another hand, reusing memory.
  mutating func update(_ hand: FoundHand) {
    candidate = HandCandidate(region: hand.region, origin: HandOrigin(hand.origin), tile: hand.tile)
    rawLandmarks.copy(hand.rawLandmarks)
    rawWorldLandmarks.copy(hand.rawWorldLandmarks)
    rawHandedness = (hand.rawHandedness ?? hand.handedness).category
  }
}

/// How long the steps of one picture or frame took; see ``BaseOptions/reportsTimings``. With several threads, palms and
/// the landmarks of hands that are followed are found at the same time, and both times count it.
public struct StageTimings: Sendable, Hashable, Codable {
  /// Finding palms in the whole picture; zero in a frame whose hands are all tracked.
  public let palmDetection: Duration
  /// Finding the landmarks of all hands.
  public let handLandmarks: Duration
  /// Naming the gestures of all hands; zero for a ``HandLandmarker``.
  public let gestures: Duration
  /// Everything, from the pixels to the result. The time that a frame waited is not included.
  public let total: Duration

  /// Timings from their components.
  public init(palmDetection: Duration, handLandmarks: Duration, gestures: Duration, total: Duration) {
    self.palmDetection = palmDetection
    self.handLandmarks = handLandmarks
    self.gestures = gestures
    self.total = total
  }
}
