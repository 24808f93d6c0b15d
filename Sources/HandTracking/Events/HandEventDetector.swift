import VisionTasks

/// Detects what happens to the hands of a video, result by result.
///
/// Hands are distinguished by the results' `tracks`, or by their positions if a task assigns no identities.
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
    identity = TrackIdentity(memory: options.lostDelay, handednessFrames: 30)
  }

  /// The events of the next result, in the order of the hands: those in the result, then those that are gone.
  ///
  /// If ``GestureRecognizerResult/gestures`` is shorter than the other lists, it is unknown which hand made which
  /// gesture, and the frame counts for none.
  public mutating func update(_ result: GestureRecognizerResult) -> [HandEvent] {
    let time = result.timestampInMilliseconds
    var events: [HandEvent] = []
    for (hand, id) in identities(of: result).enumerated() {
      let index = hands.firstIndex { $0.id == id } ?? hands.count
      if index == hands.count {
        hands.append(Watched(id: id, lastSeen: time, hysteresis: GestureHysteresis(options)))
        events.append(HandEvent(hand: id, timestampInMilliseconds: time, kind: .appeared))
      }
      hands[index].lastSeen = time
      let isTold = result.gestures.count == result.landmarks.count
      let gesture = isTold ? result.gestures[hand].first : nil
      if let kind = hands[index].hysteresis.update(gesture, timestamp: time) {
        events.append(HandEvent(hand: id, timestampInMilliseconds: time, kind: kind))
      }
    }
    lastTimestamp = time
    let delay = Double(options.lostDelay)
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

  private mutating func identities(of result: GestureRecognizerResult) -> [Int] {
    guard result.tracks.count != result.landmarks.count else { return result.tracks.map(\.id) }
    let sights = zip(result.landmarks, result.handedness).compactMap { landmarks, handedness -> HandSight? in
      guard landmarks.count == ModelConstants.Landmarks.count, let handedness = handedness.first else { return nil }
      // The picture's size is unknown; distances are compared with palms of the same picture.
      return HandSight(landmarks, handedness: Handedness(handedness), imageWidth: 1, imageHeight: 1)
    }
    guard sights.count == result.landmarks.count else { return [] }
    identity.update(sights, timestamp: result.timestampInMilliseconds)
    return sights.indices.map { identity.track(of: $0).id }
  }
}
