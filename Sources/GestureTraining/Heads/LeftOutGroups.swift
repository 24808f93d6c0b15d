import TFLiteFormat

/// Gestures learned without some people or sessions, which says how the others see those.
///
/// Distances in different spaces have different units: a space of people who are alike is wide. All are in units of the
/// distance at which other gestures are, which is about the same in all.
struct LeftOutGroups {
  /// The parts into which many groups are put: a part is left out at a time.
  static let partLimit = 10

  /// What is learned without a part of the examples.
  private struct Part {
    let space: MeanSpace
    /// The place of each gesture among the means; nil for one that only the left out have.
    let places: [Int?]
    /// The squared distance at which others are.
    let reach: Double
  }

  /// The number of groups.
  let groupCount: Int
  /// By part; nil where too little is left.
  private let parts: [Part?]
  /// The part of each example.
  private let partOfExample: [Int]

  /// Nil for examples of fewer than two groups.
  init?(
    _ set: TrainingSet, others: [[Float]], _ budget: TrainingBudget
  ) throws(GestureTrainingError) {
    let groups = set.groups
    guard groups.count > 1 else { return nil }
    let partCount = min(groups.count, Self.partLimit)
    let partOfGroup = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0 % partCount) })
    let partOfExample = set.examples.map { partOfGroup[NameKey($0.group ?? "")] ?? 0 }
    var parts: [Part?] = []
    for part in 0..<partCount {
      let rest = set.examples.indices.filter { partOfExample[$0] != part }
      parts.append(try Self.part(set, rest, others, budget))
    }
    groupCount = groups.count
    self.parts = parts
    self.partOfExample = partOfExample
  }

  private static func part(
    _ set: TrainingSet, _ rest: [Int], _ others: [[Float]], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> Part? {
    var places = [Int?](repeating: nil, count: set.names.count)
    var count = 0
    // By gesture, as the examples are.
    for index in rest where places[set.classes[index]] == nil {
      places[set.classes[index]] = count
      count += 1
    }
    // With a single gesture left of several, nothing says how far apart gestures are.
    guard count >= min(2, set.names.count) else { return nil }
    let fit = try DistanceFit(
      rest.map { set.examples[$0].embedding.values }, classes: rest.map { places[set.classes[$0]] ?? 0 },
      classCount: count, budget)
    guard let reach = try fit.space.reach(others, budget), reach > 0, reach.isFinite else { return nil }
    return Part(space: fit.space, places: places, reach: reach)
  }

  /// The squared distances of an example to the gestures as they are without its group, in units of the squared
  /// distance at which others are; infinite for a gesture that only its group has. Nil if its own gesture is such a
  /// one.
  func squaredDistances(_ set: TrainingSet, _ index: Int) -> [Double]? {
    guard let part = parts[partOfExample[index]], part.places[set.classes[index]] != nil else { return nil }
    let distances = part.space.squaredDistances(part.space.point(set.examples[index].embedding.values))
    return part.places.map { $0.map { distances[$0] / part.reach } ?? .infinity }
  }
}
