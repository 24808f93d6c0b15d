import VisionTasks

/// What the results of all hand tasks have in common. Element *i* of each list belongs to hand *i*.
package protocol HandResult: TaskResult {
  var timestampInMilliseconds: Int { get set }
  var landmarks: [[NormalizedLandmark]] { get set }
  var worldLandmarks: [[Landmark]] { get set }
  var handedness: [[ResultCategory]] { get set }
  var presences: [Float] { get set }
  var tracks: [HandTrack] { get set }
}

extension HandResult {
  /// Overwrites the result with the hands of a frame, reusing memory.
  package mutating func update(timestamp: Int, hands: ArraySlice<Hand>) {
    timestampInMilliseconds = timestamp
    let first = hands.startIndex
    landmarks.refill(count: hands.count) {
      $0.copy(hands[first + $1].landmarks)
    } make: {
      hands[first + $0].landmarks
    }
    worldLandmarks.refill(count: hands.count) {
      $0.copy(hands[first + $1].worldLandmarks)
    } make: {
      hands[first + $0].worldLandmarks
    }
    handedness.refill(count: hands.count) {
      $0.copy(only: hands[first + $1].handedness.category)
    } make: {
      [hands[first + $0].handedness.category]
    }
    presences.refill(count: hands.count) {
      $0 = hands[first + $1].presence
    } make: {
      hands[first + $0].presence
    }
    tracks.removeAll(keepingCapacity: true)
    for hand in hands {
      if let track = hand.track {
        tracks.append(track)
      }
    }
  }
}
