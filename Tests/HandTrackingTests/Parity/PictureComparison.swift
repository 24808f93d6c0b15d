import HandTracking

/// How far a result is from MediaPipe's.
struct PictureComparison: Sendable {
  /// What must be equal and is not; empty if all is well.
  private(set) var differences: [String] = []
  /// The largest distance of a landmark's coordinate.
  private(set) var landmark: Float = 0
  /// The same without depths.
  private(set) var landmarkInPlane: Float = 0
  /// The largest distance of a world landmark's coordinate, in metres.
  private(set) var world: Float = 0
  /// The largest distance of a handedness or gesture score.
  private(set) var score: Float = 0

  /// Compares with MediaPipe's hands; `handsAt` has the numbers of hands at other thresholds.
  init(_ result: GestureRecognizerResult, golden hands: [GoldenPictures.Hand], handsAt: [String: Int] = [:]) {
    guard result.landmarks.count == hands.count else {
      differences.append("\(result.landmarks.count) hands, expected \(hands.count); at \(handsAt)")
      return
    }
    let gestures = result.gestures.map { $0.map(\.categoryName) }
    if gestures != hands.map({ $0.gestures.map(\.name) }) {
      differences.append("gestures \(gestures), expected \(hands.map { $0.gestures.map(\.name) })")
    }
    for (index, hand) in hands.enumerated() {
      let handedness = result.handedness[index][0]
      if handedness.categoryName != hand.handedness.name {
        differences.append("hand \(index) is \(handedness.categoryName ?? "nil"), expected \(hand.handedness.name)")
      }
      score = max(score, abs(handedness.score - hand.handedness.score))
      if differences.isEmpty {
        for (found, expected) in zip(result.gestures[index], hand.gestures) {
          score = max(score, abs(found.score - expected.score))
        }
      }
      for (found, expected) in zip(result.landmarks[index], hand.landmarks) {
        landmarkInPlane = max(landmarkInPlane, abs(found.x - expected[0]), abs(found.y - expected[1]))
        landmark = max(landmark, landmarkInPlane, abs(found.z - expected[2]))
      }
      for (found, expected) in zip(result.worldLandmarks[index], hand.worldLandmarks) {
        world = max(world, abs(found.x - expected[0]), abs(found.y - expected[1]), abs(found.z - expected[2]))
      }
    }
  }
}
