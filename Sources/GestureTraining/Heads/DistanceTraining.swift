import TFLiteFormat

/// A distance head learned from examples, and how gestures that were learned without an example see it.
struct DistanceTraining {
  /// The result.
  let head: DistanceHead
  /// Where its limit comes from.
  let limit: GestureReport.Limit
  /// How gestures learned without a group see it; nil if there are no two groups with the same gestures.
  let groups: LeftOutGroups?
  private let fit: DistanceFit
  /// The squared distance at which others are.
  private let reach: Double?

  /// - Throws: `GestureTrainingError`.
  init(_ set: TrainingSet, keptShare: Double, _ budget: TrainingBudget) throws(GestureTrainingError) {
    let fit = try DistanceFit(
      set.examples.map(\.embedding.values), classes: set.classes, classCount: set.names.count, budget)
    let isSingle = set.names.count == 1
    // A single gesture is compared with drawn hands, if they are of the same network and were shipped.
    let drawn = isSingle ? (try? OtherPoses.bundled())?.embeddings.map(\.values) ?? [] : []
    let others = drawn.first?.count == fit.space.size ? drawn : []
    let reach = try fit.space.reach(others, budget)
    let (groups, own) = try Self.ownDistances(set, fit, reach, others, budget)
    let limit = try DistanceLimit(
      ownSquaredDistances: own, groupCount: groups?.groupCount, reach: reach, isSingle: isSingle,
      isWhitened: fit.isWhitened, keptShare: keptShare)
    head = DistanceHead(space: fit.space, squaredLimit: limit.squared, sharpness: limit.sharpness(reach: reach))
    self.limit = limit.report
    self.groups = groups
    self.fit = fit
    self.reach = reach
  }

  /// The squared distances of examples to their own gesture without them: by groups, if that says anything.
  private static func ownDistances(
    _ set: TrainingSet, _ fit: DistanceFit, _ reach: Double?, _ others: [[Float]], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> (LeftOutGroups?, [Double]) {
    if let reach, let groups = try LeftOutGroups(set, others: others, budget) {
      let own = set.classes.indices.compactMap { index in
        groups.squaredDistances(set, index).map { $0[set.classes[index]] * reach }
      }
      if !own.isEmpty { return (groups, own) }
    }
    var own: [Double] = []
    for (example, label) in zip(set.examples, set.classes) {
      try budget.check()
      if let distance = fit.ownSquaredDistance(fit.space.point(example.embedding.values), of: label) {
        own.append(distance)
      }
    }
    return (nil, own)
  }

  /// The squared distances of an example to the gestures as they are without its group. Without groups, the one to its
  /// own gesture is exactly that without the example, and the others are those of all. Nil for an example that is all
  /// that is known of its gesture.
  func leftOutDistances(_ set: TrainingSet, _ index: Int) -> [Double]? {
    if let groups, let reach {
      return groups.squaredDistances(set, index)?.map { $0 * reach }
    }
    let point = fit.space.point(set.examples[index].embedding.values)
    guard let own = fit.ownSquaredDistance(point, of: set.classes[index]) else { return nil }
    var distances = fit.space.squaredDistances(point)
    distances[set.classes[index]] = own
    return distances
  }
}
