/// The closed form of a ``MeanSpace``.
///
/// With n examples of C gestures, residuals R from the gestures' means, dof = n − C, D values in an embedding and
/// s = tr(RᵀR) / (D·dof), the covariance is shrunk toward s·I as if D more examples had it: A = D·s·I + RᵀR. The
/// precision is P = (D + dof)·A⁻¹ = UᵀU. Without residuals, as with one example of each gesture, U = I. Everything is
/// computed in doubles and in a fixed order.
struct DistanceFit {
  /// The result.
  let space: MeanSpace
  /// Whether examples differ from their gesture's mean, so that the space is whitened by how they do.
  let isWhitened: Bool
  /// D + dof.
  private let weight: Double
  /// The examples of each gesture.
  private let counts: [Int]

  /// Fits a space.
  ///
  /// - Parameters:
  ///   - embeddings: the examples, all with as many values.
  ///   - classes: the index of the gesture of each of them.
  ///   - classCount: the number of gestures; each has an example.
  /// - Throws: `GestureTrainingError.allAlike`, `.cancelled` or `.limit`.
  init(
    _ embeddings: [[Float]], classes: [Int], classCount: Int, _ budget: TrainingBudget
  ) throws(GestureTrainingError) {
    let size = embeddings[0].count
    let freedom = embeddings.count - classCount
    counts = classes.reduce(into: [Int](repeating: 0, count: classCount)) { $0[$1] += 1 }
    weight = Double(size + freedom)
    let means = Self.means(embeddings, classes, counts)
    var center = [Double](repeating: 0, count: size)
    for mean in means { for index in 0..<size { center[index] += mean[index] } }
    for index in 0..<size { center[index] /= Double(classCount) }

    var matrix = try Self.scatter(embeddings, classes, means, budget)
    let trace = (0..<size).reduce(0) { $0 + matrix[$1 * size + $1] }
    let variance = trace / Double(size * max(freedom, 1))
    isWhitened = variance > 0
    guard isWhitened else {
      // What is there of the matrix is 0.
      for index in 0..<size { matrix[index * size + index] = 1 }
      space = MeanSpace(whitening: matrix, center: center, means: means)
      return
    }
    for index in 0..<size { matrix[index * size + index] += Double(size) * variance }
    guard let factor = try UpperTriangle(factorOf: matrix, size: size, budget) else { throw .allAlike }
    space = MeanSpace(
      whitening: try factor.inverse(times: weight.squareRoot(), budget), center: center, means: means)
  }

  /// The squared distance of an example to the mean of the others of its gesture, under the covariance of the others;
  /// nil if there are no others.
  func ownSquaredDistance(_ point: [Double], of label: Int) -> Double? {
    let count = Double(counts[label])
    guard isWhitened, count > 1 else { return nil }
    // Without an example, the mean moves and the covariance shrinks: the formula of Sherman and Morrison.
    let shift = count / (count - 1)
    let q = MeanSpace.squaredDistance(point, space.means[label]) / weight
    return (weight - 1) * shift * shift * q / (1 - shift * q)
  }

  // MARK: Steps

  private static func means(_ embeddings: [[Float]], _ classes: [Int], _ counts: [Int]) -> [[Double]] {
    let size = embeddings[0].count
    var means = counts.map { _ in [Double](repeating: 0, count: size) }
    for (embedding, label) in zip(embeddings, classes) {
      for index in 0..<size { means[label][index] += max(Double(embedding[index]), 0) }
    }
    for label in means.indices {
      for index in 0..<size { means[label][index] /= Double(counts[label]) }
    }
    return means
  }

  /// RᵀR, of which the upper triangle is filled.
  private static func scatter(
    _ embeddings: [[Float]], _ classes: [Int], _ means: [[Double]], _ budget: TrainingBudget
  ) throws(GestureTrainingError) -> [Double] {
    let size = embeddings[0].count
    var matrix = [Double](repeating: 0, count: size * size)
    var residual = [Double](repeating: 0, count: size)
    for (embedding, label) in zip(embeddings, classes) {
      try budget.check()
      for index in 0..<size { residual[index] = max(Double(embedding[index]), 0) - means[label][index] }
      matrix.withUnsafeMutableBufferPointer { matrix in
        residual.withUnsafeBufferPointer { residual in
          for row in 0..<size where residual[row] != 0 {
            let factor = residual[row]
            for column in row..<size { matrix[row * size + column] += factor * residual[column] }
          }
        }
      }
    }
    return matrix
  }
}
