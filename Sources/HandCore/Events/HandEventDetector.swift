import VisionCore

/// Detects what happens to the hands of a video, result by result.
///
/// Hands are distinguished by their `track`, or by their positions if a task assigns no identities.
public struct HandEventDetector: Sendable {
  private struct Watched: Sendable {
    let id: Int
    var lastSeen: Int
    var hysteresis: GestureHysteresis
  }

  private let options: GestureEventOptions
  private var identity: TrackIdentity
  private var hands: [Watched] = []
  private var lastTimestamp = 0

  /// A detector that has seen nothing.
  ///
  /// - Throws: `TaskError.invalidThreshold` or `TaskError.invalidNumber` for invalid options.
  public init(_ options: GestureEventOptions = GestureEventOptions()) throws(TaskError) {
    try options.check()
    self.options = options
    identity = TrackIdentity(memory: options.lostDelayInMilliseconds, handednessFrames: 30)
  }

  /// The events of the next result, in the order of the hands: those in the result, then those that are gone.
  public mutating func update(_ result: some HandResult) -> [HandEvent] {
    let time = result.timestampInMilliseconds
    var events: [HandEvent] = []
    for (hand, id) in zip(result.hands, identities(of: result)) {
      let index = hands.firstIndex { $0.id == id } ?? hands.count
      if index == hands.count {
        hands.append(Watched(id: id, lastSeen: time, hysteresis: GestureHysteresis(options)))
        events.append(HandEvent(hand: id, timestampInMilliseconds: time, kind: .appeared))
      }
      hands[index].lastSeen = time
      if let kind = hands[index].hysteresis.update(hand.gesture, timestamp: time) {
        events.append(HandEvent(hand: id, timestampInMilliseconds: time, kind: kind))
      }
    }
    lastTimestamp = time
    let delay = Double(options.lostDelayInMilliseconds)
    return events + lose { Double(time) - Double($0.lastSeen) > delay }
  }

  /// The end of the video: every gesture ends, every hand is lost.
  public mutating func finish() -> [HandEvent] {
    lose { _ in true }
  }

  private mutating func lose(_ isGone: (Watched) -> Bool) -> [HandEvent] {
    var events: [HandEvent] = []
    for index in hands.indices where isGone(hands[index]) {
      for kind in [hands[index].hysteresis.end(), .lost].compactMap({ $0 }) {
        events.append(HandEvent(hand: hands[index].id, timestampInMilliseconds: lastTimestamp, kind: kind))
      }
    }
    hands.removeAll(where: isGone)
    return events
  }

  /// A number for each hand; none if a hand has another number of landmarks, as in a result made by an app.
  private mutating func identities(of result: some HandResult) -> [Int] {
    if result.hands.allSatisfy({ $0.track != nil }) { return result.hands.compactMap(\.track?.id) }
    guard result.hands.allSatisfy({ $0.landmarks.count == ModelConstants.Landmarks.count }) else { return [] }
    let sights = result.hands.map { hand in
      // The picture's size is unknown; distances are compared with palms of the same picture.
      HandSight(
        hand.landmarks, handedness: Handedness(isRight: hand.side == .right, score: hand.sideScore), imageWidth: 1,
        imageHeight: 1)
    }
    identity.update(sights, timestamp: result.timestampInMilliseconds)
    return sights.indices.map { identity.track(of: $0).id }
  }
}
