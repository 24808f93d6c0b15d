/// What the results of all hand tasks have in common.
public protocol HandResult: Sendable {
  /// The time of the frame. In image mode, it is 0 for the first picture of a task and increases by 1000 for each
  /// further one.
  var timestampInMilliseconds: Int { get }
  /// The hands: first those tracked from the previous frame, in their order, then the others, highest palm score first.
  var hands: [DetectedHand] { get }
  /// What found the hands, if it was one of the options' `looksAgain`.
  var secondLook: SecondLook? { get }
  /// What was saved in the frame; nil without a ``TrackingOptions/frameBudget``.
  var economy: FrameEconomy? { get }
  /// What the options' `details` request about the whole frame; nil if they request nothing.
  var details: FrameDetails? { get }
  /// How long the steps took, if requested by ``BaseOptions/reportsTimings``.
  var timings: StageTimings? { get }
}

extension DetectedHand {
  /// A copy of a hand of the pipeline.
  init(_ hand: FoundHand, details: ResultDetails) {
    self.init(side: .right, landmarks: [])
    update(hand, details: details)
  }

  /// Overwrites the hand with one of the pipeline, reusing memory.
  mutating func update(_ hand: FoundHand, details requested: ResultDetails) {
    side = hand.handedness.side
    sideScore = hand.handedness.score
    gesture = hand.gesture
    landmarks.copy(hand.landmarks)
    worldLandmarks.copy(hand.worldLandmarks)
    reliability.copy(hand.reliability)
    for (index, reliability) in hand.reliability.enumerated() {
      landmarks[index].visibility = reliability.confidence
      worldLandmarks[index].visibility = reliability.confidence
    }
    presence = hand.presence
    track = hand.track
    if let motion = hand.motion, self.motion != nil {
      self.motion?.copy(motion)
    } else {
      motion = hand.motion
    }
    if let skeleton = hand.skeleton, self.skeleton != nil {
      self.skeleton?.copy(skeleton)
    } else {
      skeleton = hand.skeleton
    }
    if !requested.contains(.hands) {
      details = nil
    } else if details == nil {
      details = HandDetails(hand)
    } else {
      details?.update(hand)
    }
    embedding.copy(hand.embedding)
  }
}
