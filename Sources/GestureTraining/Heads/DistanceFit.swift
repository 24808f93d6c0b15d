import Foundation

/// The closed form of a ``DistanceHead``.
///
/// With n examples of C gestures, residuals R from the gestures' means, dof = n − C, D values in an embedding and
/// s = tr(RᵀR) / (D·dof), the covariance is shrunk toward s·I as if D more examples had it: A = D·s·I + RᵀR. The
/// precision is P = (D + dof)·A⁻¹ = UᵀU. Everything is computed in doubles and in a fixed order.
struct DistanceFit {
  /// The result.
  let head: DistanceHead
  /// The squared distance of each example to the mean of the others of its gesture, under the covariance of the others.
  let ownSquaredDistances: [Double]
  /// The whitened points of the examples.
  let points: [[Double]]

  /// Fits a head.
  ///
  /// - Parameters:
  ///   - embeddings: the examples, all with as many values.
  ///   - classes: the index of the gesture of each of them.
  ///   - classCount: the number of gestures; each has at least two examples.
  ///   - keptShare: the share of a gesture's own poses within the limit.
  /// - Throws: `GestureTrainingError.allAlike` or `.cancelled`.
  init(
    _ embeddings: [[Float]], classes: [Int], classCount: Int, keptShare: Double
  ) throws(GestureTrainingError) {
    let size = embeddings[0].count
    let freedom = embeddings.count - classCount
    let counts = classes.reduce(into: [Int](repeating: 0, count: classCount)) { $0[$1] += 1 }
    let means = Self.means(embeddings, classes, counts)
    var center = [Double](repeating: 0, count: size)
    for mean in means { for index in 0..<size { center[index] += mean[index] } }
    for index in 0..<size { center[index] /= Double(classCount) }

    var matrix = try Self.scatter(embeddings, classes, means)
    let trace = (0..<size).reduce(0) { $0 + matrix[$1 * size + $1] }
    let variance = trace / Double(size * freedom)
    for index in 0..<size { matrix[index * size + index] += Double(size) * variance }
    guard variance > 0, let factor = UpperTriangle(factorOf: matrix, size: size) else { throw .allAlike }
    let weight = Double(size + freedom)
    let whitening = factor.inverse(times: weight.squareRoot())

    var points: [[Double]] = []
    for embedding in embeddings {
      guard !Task.isCancelled else { throw .cancelled }
      points.append(DistanceHead.point(embedding, whitening, center))
    }
    let whitenedMeans = means.map { mean in
      DistanceHead.product(whitening, mean.indices.map { mean[$0] - center[$0] })
    }
    self.points = points
    // Without an example, the mean moves and the covariance shrinks: the formula of Sherman and Morrison.
    let own = points.indices.map { index in
      let count = Double(counts[classes[index]])
      let shift = count / (count - 1)
      let q = DistanceHead.squaredDistance(points[index], whitenedMeans[classes[index]]) / weight
      return (weight - 1) * shift * shift * q / (1 - shift * q)
    }
    ownSquaredDistances = own
    let (limit, typical) = try Self.limit(of: own, keptShare: keptShare)
    head = DistanceHead(
      whitening: whitening, center: center, means: whitenedMeans, squaredLimit: limit,
      sharpness: 2 * log(19) / (limit - typical))
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
    _ embeddings: [[Float]], _ classes: [Int], _ means: [[Double]]
  ) throws(GestureTrainingError) -> [Double] {
    let size = embeddings[0].count
    var matrix = [Double](repeating: 0, count: size * size)
    var residual = [Double](repeating: 0, count: size)
    for (embedding, label) in zip(embeddings, classes) {
      guard !Task.isCancelled else { throw .cancelled }
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

  /// The smallest standard deviation of a logarithm that is believed. Gestures have 0.3 to 1.1; very few examples may
  /// be equally far by chance, and the two of a gesture alone always are.
  private static let smallestDeviation = 0.25
  /// Copies of a picture are at no distance, which says nothing about how much a gesture varies.
  private static let smallestSquaredDistance = 1e-6

  /// The limit of squared distances that keeps a share of them, and a typical one. Their logarithms are taken to be
  /// distributed normally.
  private static func limit(
    of squaredDistances: [Double], keptShare: Double
  ) throws(GestureTrainingError) -> (limit: Double, typical: Double) {
    let logarithms = squaredDistances.filter { $0 > smallestSquaredDistance }.map { log($0) }
    guard !logarithms.isEmpty else { throw .allAlike }
    let mean = logarithms.reduce(0, +) / Double(logarithms.count)
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(max(logarithms.count - 1, 1))).squareRoot()
    let limit = exp(mean + NormalDistribution.quantile(keptShare) * max(deviation, smallestDeviation))
    guard limit.isFinite, exp(mean) > 0 else { throw .allAlike }
    return (limit, exp(mean))
  }
}
