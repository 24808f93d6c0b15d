/// The examples of other poses that a training has.
struct LearnedBackground {
  /// An example that a class of other poses is learned from.
  struct Example {
    let values: [Float]
    /// How much it counts; an example of a gesture counts 1.
    let weight: Double
  }

  /// What a class of other poses is learned from.
  let examples: [Example]
  /// Of the poses that come with the library, those that are no gesture's.
  private let otherPoses: [[Float]]
  /// How many of the others may be a gesture's.
  private let leftOutCount: Int

  /// The examples of other poses that the options ask for.
  ///
  /// A pose that comes with the library may be one of the gestures: what is within the limit of a distance head is left
  /// out. The rest counts as much as all examples of gestures together, so that few of these are not outvoted.
  ///
  /// - Throws: `GestureTrainingError` for poses of the library that are not there or do not fit the examples.
  init(
    _ set: TrainingSet, background: GestureTrainingOptions.Background, head: DistanceHead
  ) throws(GestureTrainingError) {
    let own = background == .drawn ? [] : set.background
    let all = background == .own ? [] : try OtherPoses.bundled().embeddings.map(\.values)
    if let size = all.first?.count, size != head.space.size {
      throw .embeddingSize(source: "the library's other poses", found: size, expected: head.space.size)
    }
    let others = all.filter { values in
      head.squaredDistances(of: values).allSatisfy { $0 > head.squaredLimit }
    }
    otherPoses = others
    leftOutCount = all.count - others.count
    let weight = min(1, Double(set.examples.count) / Double(max(others.count, 1)))
    examples =
      own.map { Example(values: $0.embedding.values, weight: 1) } + others.map { Example(values: $0, weight: weight) }
  }

  /// What became of the poses that come with the library; nil if they were not asked for.
  func report(_ head: GestureHead) -> GestureReport.OtherPoseUse? {
    guard otherPoses.count + leftOutCount > 0 else { return nil }
    return GestureReport.OtherPoseUse(
      count: otherPoses.count + leftOutCount, withinLimit: leftOutCount,
      accepted: otherPoses.count { head.accepts($0) })
  }
}
