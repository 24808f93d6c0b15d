/// The closed-form solution of a network: ridge regression on the outputs of a random layer.
///
/// The sums over examples are kept for each fold, so that leaving one out takes a solution, not another pass.
struct MotionFit {
  /// A window and what it shows.
  struct Row {
    let features: [Float]
    /// The place of the motion; nil for none.
    let motion: Int?
    let weight: Float
    let fold: Int
  }

  /// How much weights are held back.
  private static let ridge = 8.0
  private static let chunk = 256
  private static let lanes = 8

  let motionCount: Int
  let means: [Float]
  let scales: [Float]
  let seed: UInt64
  let layer: RandomLayer
  private let size = RandomLayer.count + 1
  /// By fold: the products of each two outputs, and of each output with each motion.
  private var products: [[Float]]
  private var targets: [[Float]]

  /// - Parameters:
  ///   - handCount: 1 or 2, as of the features.
  ///   - rows: what means and scales are taken from.
  ///   - foldCount: the folds.
  init(motionCount: Int, handCount: Int, foldCount: Int, scaledBy rows: [Row], seed: UInt64) {
    self.motionCount = motionCount
    self.seed = seed
    layer = RandomLayer(seed: seed)
    let count = MotionFeatures.count
    var (sums, squares, total) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count), 0.0)
    for row in rows {
      let weight = Double(row.weight)
      total += weight
      for index in 0..<count {
        let value = Double(row.features[index])
        sums[index] += weight * value
        squares[index] += weight * value * value
      }
    }
    let divisor = max(total, 1e-9)
    means = sums.map { Float($0 / divisor) }
    // A feature that hardly varies says little: its scale does not get smaller than a tenth of a palm.
    let importance = MotionFeatures.importance(handCount: handCount)
    scales = (0..<count).map { index in
      let mean = sums[index] / divisor
      let deviation = Float(max(squares[index] / divisor - mean * mean, 0).squareRoot() + 0.1)
      return deviation / importance[index]
    }
    products = [[Float]](repeating: [Float](repeating: 0, count: size * size), count: foldCount)
    targets = [[Float]](repeating: [Float](repeating: 0, count: size * motionCount), count: foldCount)
  }

  /// Adds rows to the sums of their folds.
  mutating func add(_ rows: [Row], _ budget: TrainingBudget) throws(GestureTrainingError) {
    for fold in products.indices {
      let own = rows.filter { $0.fold == fold }
      var start = 0
      while start < own.count {
        try budget.check()
        add(own[start..<min(start + Self.chunk, own.count)], fold: fold)
        start += Self.chunk
      }
    }
  }

  private mutating func add(_ rows: ArraySlice<Row>, fold: Int) {
    let blocks = Self.chunk / Self.lanes
    // By output, and then by row: weighted with the root of the row's weight.
    var outputs = [SIMD8<Float>](repeating: .zero, count: size * blocks)
    var input = [Float](repeating: 0, count: MotionFeatures.count)
    for (place, row) in rows.enumerated() {
      MotionNetwork.normalize(row.features, means: means, scales: scales, into: &input)
      let root = row.weight.squareRoot()
      let (block, lane) = (place / Self.lanes, place % Self.lanes)
      layer.forEachBlock(input) { first, values in
        for index in 0..<Self.lanes {
          outputs[(first * Self.lanes + index) * blocks + block][lane] = values[index] * root
        }
      }
      outputs[RandomLayer.count * blocks + block][lane] = root
    }
    let used = (rows.count + Self.lanes - 1) / Self.lanes
    let size = size
    products[fold].withUnsafeMutableBufferPointer { products in
      outputs.withUnsafeBufferPointer { outputs in
        var row = 0
        while row < size {
          let next = min(row + 1, size - 1)
          var column = 0
          while column <= next {
            let other = min(column + 1, size - 1)
            var (a, b, c, d) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
            for block in 0..<used {
              let (left, below) = (outputs[row * blocks + block], outputs[next * blocks + block])
              let (top, right) = (outputs[column * blocks + block], outputs[other * blocks + block])
              a += left * top
              b += left * right
              c += below * top
              d += below * right
            }
            products[row * size + column] += a.sum()
            if other != column { products[row * size + other] += b.sum() }
            if next != row {
              products[next * size + column] += c.sum()
              if other != column { products[next * size + other] += d.sum() }
            }
            column += 2
          }
          row += 2
        }
      }
    }
    for (place, row) in rows.enumerated() {
      guard let motion = row.motion else { continue }
      let root = row.weight.squareRoot()
      for output in 0..<size {
        targets[fold][motion * size + output] +=
          outputs[output * blocks + place / Self.lanes][place % Self.lanes] * root
      }
    }
  }

  /// The network of all folds but one.
  func network(without left: Int? = nil, _ budget: TrainingBudget) throws(GestureTrainingError) -> MotionNetwork {
    var matrix = [Double](repeating: 0, count: size * size)
    var vectors = [[Double]](repeating: [Double](repeating: 0, count: size), count: motionCount)
    for fold in products.indices where fold != left {
      products[fold].withUnsafeBufferPointer { products in
        for row in 0..<size {
          for column in 0...row { matrix[row * size + column] += Double(products[row * size + column]) }
        }
      }
      for motion in 0..<motionCount {
        for output in 0..<size { vectors[motion][output] += Double(targets[fold][motion * size + output]) }
      }
    }
    for row in 0..<size { matrix[row * size + row] += row == size - 1 ? 1e-3 : Self.ridge }
    try budget.check()
    Self.factor(&matrix, size)
    let weights = vectors.map { Self.solve(matrix, size, $0).map { Float($0) } }
    return MotionNetwork(seed: seed, means: means, scales: scales, weights: weights, layer: layer)
  }

  /// The lower triangle of a positive matrix by Cholesky, in its place.
  private static func factor(_ matrix: inout [Double], _ size: Int) {
    matrix.withUnsafeMutableBufferPointer { matrix in
      for row in 0..<size {
        for column in 0...row {
          let (left, top) = (row * size, column * size)
          // Four sums at a time, in an order that does not depend on the compiler.
          var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
          var index = 0
          while index + 4 <= column {
            a += matrix[left + index] * matrix[top + index]
            b += matrix[left + index + 1] * matrix[top + index + 1]
            c += matrix[left + index + 2] * matrix[top + index + 2]
            d += matrix[left + index + 3] * matrix[top + index + 3]
            index += 4
          }
          while index < column {
            a += matrix[left + index] * matrix[top + index]
            index += 1
          }
          let rest = matrix[left + column] - (a + b + c + d)
          matrix[left + column] = row == column ? max(rest, 1e-9).squareRoot() : rest / matrix[top + column]
        }
      }
    }
  }

  private static func solve(_ matrix: [Double], _ size: Int, _ vector: [Double]) -> [Double] {
    var result = vector
    for row in 0..<size {
      var sum = result[row]
      for column in 0..<row { sum -= matrix[row * size + column] * result[column] }
      result[row] = sum / matrix[row * size + row]
    }
    for row in (0..<size).reversed() {
      result[row] /= matrix[row * size + row]
      for column in 0..<row { result[column] -= matrix[row * size + column] * result[row] }
    }
    return result
  }
}
