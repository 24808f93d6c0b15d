import MudraPlatform

/// The limit of distances, and where it comes from.
///
/// Two things say how far a gesture reaches. Its examples do, each seen without itself or without its group: their
/// limit keeps the share that was asked for. But examples of one person in one session are almost alike, and say
/// nothing of other people and light; so a gesture reaches at least some of the way to others.
struct DistanceLimit {
  /// τ².
  let squared: Double
  /// The squared distance of a typical example.
  let typical: Double
  /// What the report says.
  let report: GestureReport.Limit

  /// The share of the squared distance at which other gestures are, or drawn poses for a single gesture, that a gesture
  /// reaches at least. With 0.2, five poses of one person in one light were named in 80 % of other people's hands, and
  /// 3 % of other poses were; with 0.3, in 87 % and 6 %.
  static let shareOfGap = 0.25
  /// A mean of one example is as far from the middle as any other example, so distances to it are greater.
  static let singleFactor = 1.5

  /// The smallest standard deviation of a logarithm that is believed. Gestures have 0.3 to 1.1; very few examples may
  /// be equally far by chance, and the two of a gesture alone always are.
  private static let smallestDeviation = 0.25
  /// Copies of a picture are at no distance, which says nothing about how much a gesture varies.
  private static let smallestSquaredDistance = 1e-6

  /// - Parameters:
  ///   - ownSquaredDistances: of examples to their gesture without them.
  ///   - groupCount: the number of groups that were left out; nil if examples were.
  ///   - reach: the squared distance at which others are, if anything is known of it.
  ///   - isWhitened: whether some gesture has examples that differ.
  /// - Throws: `GestureTrainingError.allAlike` if nothing says how far a gesture reaches.
  init(
    ownSquaredDistances: [Double], groupCount: Int?, reach: Double?, isSingle: Bool, isWhitened: Bool, keptShare: Double
  ) throws(GestureTrainingError) {
    let own = Self.limit(of: ownSquaredDistances, keptShare: keptShare)
    let share = Self.shareOfGap * (isWhitened ? 1 : Self.singleFactor)
    let floor = reach.flatMap { $0 > 0 && $0.isFinite ? share * $0 : nil }
    guard let limit = [own?.limit, floor].compactMap(\.self).max(), limit.isFinite, limit > 0 else { throw .allAlike }
    squared = limit
    typical = own.map { $0.limit == limit ? $0.typical : min($0.typical, limit / 4) } ?? limit / 4
    let source: GestureReport.Limit.Source =
      limit == own?.limit ? (groupCount == nil ? .examples : .groups) : isSingle ? .drawnPoses : .otherGestures
    report = GestureReport.Limit(
      source: source, ofExamples: own.map { ($0.limit / limit).squareRoot() },
      ofOthers: floor.map { ($0 / limit).squareRoot() })
  }

  /// How fast scores fall: a typical example has .95. Where limits are wide, gestures would take each other's scores
  /// away if they fell as slowly as that; so they fall at least as fast as with a limit halfway to the others.
  func sharpness(reach: Double?) -> Double {
    let width = min(squared - typical, reach.map { $0 / 2 } ?? .infinity)
    return 2 * log(19) / width
  }

  /// The limit of squared distances that keeps a share of them, and a typical one. Their logarithms are taken to be
  /// distributed normally. Nil if there is no distance.
  private static func limit(of squaredDistances: [Double], keptShare: Double) -> (limit: Double, typical: Double)? {
    let logarithms = squaredDistances.filter { $0 > smallestSquaredDistance && $0.isFinite }.map { log($0) }
    guard !logarithms.isEmpty else { return nil }
    let mean = logarithms.reduce(0, +) / Double(logarithms.count)
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(max(logarithms.count - 1, 1))).squareRoot()
    let limit = exp(mean + NormalDistribution.quantile(keptShare) * max(deviation, smallestDeviation))
    return limit.isFinite && exp(mean) > 0 ? (limit, exp(mean)) : nil
  }
}
