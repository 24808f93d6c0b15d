/// The space in which gestures are told apart by distances: how a hand gets there, and where the gestures' means lie.
///
/// With h the positive part of an embedding, z = U(h − μ̄) is its whitened point, where μ̄ is the mean of the gestures'
/// means.
package struct MeanSpace: Sendable, Hashable {
  /// U, row by row: upper triangular, as many rows and columns as an embedding has values.
  package let whitening: [Double]
  /// The mean of the gestures' means, before whitening.
  package let center: [Double]
  /// The whitened mean of each gesture.
  package let means: [[Double]]

  /// The number of values of an embedding.
  package var size: Int { center.count }

  init(whitening: [Double], center: [Double], means: [[Double]]) {
    self.whitening = whitening
    self.center = center
    self.means = means.map { mean in Self.product(whitening, mean.indices.map { mean[$0] - center[$0] }) }
  }

  /// The whitened point of an embedding.
  func point(_ embedding: [Float]) -> [Double] {
    Self.product(whitening, center.indices.map { max(Double(embedding[$0]), 0) - center[$0] })
  }

  /// The squared distances of a whitened point to the means.
  func squaredDistances(_ point: [Double]) -> [Double] {
    means.map { Self.squaredDistance($0, point) }
  }

  // MARK: How far gestures are from others

  /// The squared distance of each gesture to the nearest other one.
  func gaps(_ budget: TrainingBudget) throws(GestureTrainingError) -> [(other: Int, squaredDistance: Double)] {
    var gaps = means.map { _ in (other: 0, squaredDistance: Double.infinity) }
    for first in means.indices {
      try budget.check()
      for second in 0..<first {
        let distance = Self.squaredDistance(means[first], means[second])
        if distance < gaps[first].squaredDistance { gaps[first] = (second, distance) }
        if distance < gaps[second].squaredDistance { gaps[second] = (first, distance) }
      }
    }
    return gaps
  }

  /// The squared distance at which others are: the median of the gestures' gaps; of a single gesture, the median of the
  /// distances to `others`. Nil without anything else.
  func reach(_ others: [[Float]], _ budget: TrainingBudget) throws(GestureTrainingError) -> Double? {
    let distances =
      means.count > 1
      ? try gaps(budget).map(\.squaredDistance) : others.map { Self.squaredDistance(point($0), means[0]) }
    guard !distances.isEmpty else { return nil }
    let sorted = distances.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  // MARK: Arithmetic

  static func squaredDistance(_ first: [Double], _ second: [Double]) -> Double {
    precondition(first.count == second.count, "points of one space")
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        var sum = 0.0
        for index in first.indices {
          let difference = first[index] - second[index]
          sum += difference * difference
        }
        return sum
      }
    }
  }

  /// An upper triangular matrix times a vector.
  static func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    let size = vector.count
    precondition(matrix.count == size * size, "as many rows and columns as the vector has values")
    return [Double](unsafeUninitializedCapacity: size) { output, count in
      matrix.withUnsafeBufferPointer { matrix in
        vector.withUnsafeBufferPointer { vector in
          for row in 0..<size {
            var sum = 0.0
            for column in row..<size { sum += matrix[row * size + column] * vector[column] }
            output[row] = sum
          }
        }
      }
      count = size
    }
  }
}

extension MeanSpace: Codable {
  private enum CodingKeys: CodingKey {
    case whitening, center, means
  }

  /// Reads a space, and checks that its parts fit together.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    whitening = try container.decode([Double].self, forKey: .whitening)
    center = try container.decode([Double].self, forKey: .center)
    means = try container.decode([[Double]].self, forKey: .means)
    let size = center.count
    try container.require((1...HandEmbedding.sizeLimit).contains(size), .center, "an embedding has other sizes")
    try container.require(whitening.count == size * size, .whitening, "a matrix of \(size) rows and columns is needed")
    try container.require(
      (1...GestureTrainer.gestureLimit).contains(means.count) && means.allSatisfy { $0.count == size }, .means,
      "points of \(size) values are needed")
    try container.require(
      (whitening + center).allSatisfy(\.isFinite) && means.allSatisfy { $0.allSatisfy(\.isFinite) }, .whitening,
      "a number is not finite")
  }
}
