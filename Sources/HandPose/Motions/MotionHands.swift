import HandTracking

/// Follows the hands of a video by their identities, or by their places if they have none, and keeps their histories.
package struct MotionHands: Sendable {
  /// A hand that is followed.
  package struct Followed: Sendable {
    /// The number of the hand: that of its track, if it has one.
    package fileprivate(set) var id = 0
    package fileprivate(set) var hasTrack = false
    /// Whether it is in the last frame.
    package fileprivate(set) var isSeen = false
    /// Whether it is followed.
    package fileprivate(set) var isUsed = false
    /// Counts the hands that were followed here.
    package fileprivate(set) var generation = 0
    package fileprivate(set) var history: MotionHistory
  }

  /// The most hands that are followed at a time.
  package static let limit = 4
  /// How far a hand may come from one frame to the next, in palms and in palms per second.
  private static let (reach, speed): (Float, Float) = (1, 12)

  package private(set) var hands: [Followed]
  private var nextID = 1_000_000
  private var taken = [Bool](repeating: false, count: limit)

  /// - Parameter capacity: the samples that are kept of a hand.
  package init(capacity: Int = MotionHistory.streamCapacity) {
    hands = (0..<Self.limit).map { _ in Followed(history: MotionHistory(capacity: capacity)) }
  }

  /// Forgets all hands.
  package mutating func removeAll() {
    for index in hands.indices { forget(index) }
  }

  private mutating func forget(_ index: Int) {
    hands[index].history.removeAll()
    hands[index].isUsed = false
    hands[index].isSeen = false
    hands[index].generation &+= 1
  }

  /// Adds the hands of a frame.
  ///
  /// - Parameters:
  ///   - found: the hands.
  ///   - aspectRatio: the picture's width over its height.
  ///   - time: the frame's time in seconds.
  ///   - usesWorld: whether world landmarks are used.
  package mutating func update(_ found: [DetectedHand], aspectRatio: Float, at time: Double, usesWorld: Bool = true) {
    for index in hands.indices {
      hands[index].isSeen = false
      taken[index] = false
      if hands[index].isUsed, let end = hands[index].history.end,
        time <= end || time - end > MotionHistory.longestGap
      {
        forget(index)
      }
    }
    for pass in 0..<2 {
      for hand in found {
        // First those with an identity that is known, so that no other hand takes their place.
        let known = hand.track.flatMap { track in
          hands.firstIndex { $0.isUsed && $0.hasTrack && $0.id == track.id }
        }
        guard (known != nil) == (pass == 0),
          let sample = MotionSample(hand, aspectRatio: aspectRatio, usesWorld: usesWorld),
          let index = known ?? place(of: sample, track: hand.track?.id, at: time), !taken[index]
        else { continue }
        if !hands[index].isUsed {
          hands[index].isUsed = true
          nextID += 1
          hands[index].id = nextID
        }
        if let track = hand.track { (hands[index].id, hands[index].hasTrack) = (track.id, true) }
        taken[index] = true
        hands[index].isSeen = true
        hands[index].history.append(sample, at: time)
      }
    }
  }

  /// Where a hand without a known identity belongs: to the nearest one that may have come there, or a free place.
  private mutating func place(of sample: MotionSample, track: Int?, at time: Double) -> Int? {
    var best: (index: Int, distance: Float)?
    for index in hands.indices where hands[index].isUsed && !taken[index] {
      guard let last = hands[index].history.last, let end = hands[index].history.end else { continue }
      let way = sample.palm - last.palm
      let distance = (way * way).sum().squareRoot() / max(sample.size, last.size)
      let ratio = sample.size / last.size
      // A tracker gives a hand a new identity after it has lost it; two identities at a time are two hands.
      let reach = Self.reach + Self.speed * Float(time - end)
      if distance <= min(reach, 4), (0.5...2).contains(ratio), distance < best?.distance ?? .infinity {
        best = (index, distance)
      }
    }
    if let best { return best.index }
    if let free = hands.firstIndex(where: { !$0.isUsed }) {
      hands[free].hasTrack = false
      return free
    }
    guard
      let oldest = hands.indices.filter({ !taken[$0] }).min(by: {
        hands[$0].history.end ?? 0 < hands[$1].history.end ?? 0
      })
    else { return nil }
    forget(oldest)
    hands[oldest].hasTrack = false
    return oldest
  }
}
