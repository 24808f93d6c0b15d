import VisionTasks

/// What a result tells besides the hands, as far as the options' `details` ask for it.
public struct FrameDetails: Sendable, Hashable, Codable {
  /// Whether the palm detector looked at this frame.
  public private(set) var ranPalmDetector: Bool
  /// Where each hand of the result comes from, in the order of the hands.
  public private(set) var hands: [HandDetails]
  /// The candidates that are not in the result.
  public private(set) var removed: [RemovedCandidate]

  /// Details from their parts.
  public init(ranPalmDetector: Bool, hands: [HandDetails] = [], removed: [RemovedCandidate] = []) {
    self.ranPalmDetector = ranPalmDetector
    self.hands = hands
    self.removed = removed
  }

  /// Becomes the details of another frame in the memory it has.
  mutating func update(ranPalmDetector: Bool, hands new: ArraySlice<Hand>, removed: [RemovedCandidate]) {
    self.ranPalmDetector = ranPalmDetector
    hands.refill(count: new.count) {
      $0.update(new[new.startIndex + $1])
    } make: {
      HandDetails(new[new.startIndex + $0])
    }
    self.removed.copy(removed)
  }
}

/// Where a hand comes from.
public struct HandDetails: Sendable, Hashable, Codable {
  /// Where the hand was looked for, and why: the palm box of a detected hand is in its origin.
  public private(set) var candidate: HandCandidate
  /// The landmarks before smoothing.
  public private(set) var rawLandmarks: [NormalizedLandmark]
  /// The world landmarks before smoothing.
  public private(set) var rawWorldLandmarks: [Landmark]
  /// The handedness in this frame alone, as in a picture that is not mirrored.
  public private(set) var rawHandedness: ResultCategory

  /// Details from their parts.
  public init(
    candidate: HandCandidate, rawLandmarks: [NormalizedLandmark], rawWorldLandmarks: [Landmark],
    rawHandedness: ResultCategory
  ) {
    self.candidate = candidate
    self.rawLandmarks = rawLandmarks
    self.rawWorldLandmarks = rawWorldLandmarks
    self.rawHandedness = rawHandedness
  }

  /// The details of a hand whose raw parts were kept.
  init(_ hand: Hand) {
    self.init(
      candidate: HandCandidate(region: hand.region, origin: hand.origin), rawLandmarks: hand.rawLandmarks,
      rawWorldLandmarks: hand.rawWorldLandmarks, rawHandedness: (hand.rawHandedness ?? hand.handedness).category)
  }

  /// Becomes the details of another hand in the memory it has.
  mutating func update(_ hand: Hand) {
    candidate = HandCandidate(region: hand.region, origin: hand.origin)
    rawLandmarks.copy(hand.rawLandmarks)
    rawWorldLandmarks.copy(hand.rawWorldLandmarks)
    rawHandedness = (hand.rawHandedness ?? hand.handedness).category
  }
}

/// How long the stages of one picture or frame took; see ``BaseOptions/reportsTimings``.
public struct StageTimings: Sendable, Hashable, Codable {
  /// Finding palms in the whole picture; zero in a frame whose hands are all followed.
  public let palmDetection: Duration
  /// Finding the landmarks of all hands.
  public let handLandmarks: Duration
  /// Naming the gestures of all hands; zero for a ``HandLandmarker``.
  public let gestures: Duration
  /// Everything, from the pixels to the result. The time that a frame waited is not part of it.
  public let total: Duration

  /// Timings from their parts.
  public init(palmDetection: Duration, handLandmarks: Duration, gestures: Duration, total: Duration) {
    self.palmDetection = palmDetection
    self.handLandmarks = handLandmarks
    self.gestures = gestures
    self.total = total
  }
}
