import MudraPlatform

/// What the curves of a report are made of: each example as gestures learned without it see it.
struct LeftOutExamples {
  /// The squared distance of each example to its own gesture.
  private var own: [Double] = []
  /// The squared distance of each example to the nearest other gesture; none with a single gesture.
  private var others: [Double] = []
  /// For each example, the best score and whether it is that of its own gesture; of other poses, never.
  private var scores: [(best: Double, isRight: Bool)] = []
  /// The squared distance of each other pose to the nearest gesture.
  private var background: [Double] = []

  mutating func add(squaredDistances distances: [Double], own label: Int, head: DistanceHead) {
    own.append(distances[label])
    let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? label
    if let other = distances.indices.lazy.filter({ $0 != label }).map({ distances[$0] }).min() { others.append(other) }
    scores.append((head.bestScore(distances), nearest == label))
  }

  mutating func add(backgroundSquaredDistances distances: [Double], head: DistanceHead) {
    background.append(distances.min() ?? .infinity)
    scores.append((head.bestScore(distances), false))
  }

  // MARK: Curves

  /// From half of the limit to twice as much.
  func rejectCurve(squaredLimit: Double) -> [GestureReport.RejectPoint] {
    (5...20).map { tenth in
      let relativeLimit = Double(tenth) / 10
      let limit = relativeLimit * relativeLimit * squaredLimit
      func share(_ distances: [Double]) -> Double? {
        distances.isEmpty ? nil : Double(distances.count { $0 <= limit }) / Double(distances.count)
      }
      return GestureReport.RejectPoint(
        relativeLimit: relativeLimit, keptShare: share(own) ?? 0, strangersAccepted: share(others),
        backgroundAccepted: share(background))
    }
  }

  /// Ten equal parts of the scores; those without examples are left out.
  func calibration() -> [GestureReport.CalibrationBin] {
    (0..<10).compactMap { tenth in
      let inside = scores.filter { min(Int($0.best * 10), 9) == tenth }
      guard !inside.isEmpty else { return nil }
      return GestureReport.CalibrationBin(
        lowestScore: Double(tenth) / 10, count: inside.count,
        meanScore: inside.reduce(0) { $0 + $1.best } / Double(inside.count),
        rightShare: Double(inside.count { $0.isRight }) / Double(inside.count))
    }
  }
}
