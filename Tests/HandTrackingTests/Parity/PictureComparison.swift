import HandTracking

/// How far a result is from MediaPipe's.
struct PictureComparison: Sendable {
  /// What must be equal but is not; empty if everything is.
  private(set) var differences: [String] = []
  /// The largest distance of a landmark's coordinate.
  private(set) var landmark: Float = 0
  /// The largest distance of a world landmark's coordinate, in meters.
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
      score = max(score, Self.distance([handedness.score], [[hand.handedness.score]]))
      if differences.isEmpty {
        for (found, expected) in zip(result.gestures[index], hand.gestures) {
          score = max(score, Self.distance([found.score], [[expected.score]]))
        }
      }
      landmark = max(landmark, Self.distance(result.landmarks[index].flatMap { [$0.x, $0.y, $0.z] }, hand.landmarks))
      world = max(
        world, Self.distance(result.worldLandmarks[index].flatMap { [$0.x, $0.y, $0.z] }, hand.worldLandmarks))
    }
  }

  /// The largest difference of two lists of coordinates: 0 for the same bits, infinite if something is missing or not a
  /// number.
  private static func distance(_ found: [Float], _ expected: [[Float]]) -> Float {
    let expected = expected.flatMap(\.self)
    guard !found.isEmpty, found.count == expected.count else { return .infinity }
    let differences = zip(found, expected).map { pair in
      pair.0.bitPattern == pair.1.bitPattern ? 0 : max(abs(pair.0 - pair.1), .leastNonzeroMagnitude)
    }
    return differences.allSatisfy(\.isFinite) ? differences.max() ?? 0 : .infinity
  }
}
