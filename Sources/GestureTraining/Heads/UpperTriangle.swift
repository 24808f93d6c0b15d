/// An upper triangular matrix, all elements stored row by row.
struct UpperTriangle {
  /// The number of rows and columns.
  let size: Int
  /// Row after row; those below the diagonal are 0.
  private(set) var elements: [Double]

  /// The factor W of a symmetric, positive definite matrix A = W Wᵀ.
  ///
  /// This is the Cholesky factorization from the last row up. `matrix` has the elements of A row by row, of which those
  /// on and above the diagonal are read. Returns nil if A is not positive definite in doubles.
  init?(factorOf matrix: [Double], size: Int, _ budget: TrainingBudget) throws(GestureTrainingError) {
    var factor = matrix
    let isPositive = try factor.withUnsafeMutableBufferPointer { (w) throws(GestureTrainingError) in
      for column in stride(from: size - 1, through: 0, by: -1) {
        try budget.check()
        var sum = w[column * size + column]
        for k in column + 1..<max(size, column + 1) { sum -= w[column * size + k] * w[column * size + k] }
        guard sum > 0, sum.isFinite else { return false }
        let diagonal = sum.squareRoot()
        w[column * size + column] = diagonal
        for row in 0..<column {
          var sum = w[row * size + column]
          for k in column + 1..<max(size, column + 1) { sum -= w[row * size + k] * w[column * size + k] }
          w[row * size + column] = sum / diagonal
          w[column * size + row] = 0
        }
      }
      return true
    }
    guard isPositive else { return nil }
    self.size = size
    elements = factor
  }

  /// The inverse, times a factor.
  func inverse(times factor: Double, _ budget: TrainingBudget) throws(GestureTrainingError) -> [Double] {
    var inverse = [Double](repeating: 0, count: size * size)
    try elements.withUnsafeBufferPointer { (w) throws(GestureTrainingError) in
      try inverse.withUnsafeMutableBufferPointer { (x) throws(GestureTrainingError) in
        for column in 0..<size {
          try budget.check()
          x[column * size + column] = factor / w[column * size + column]
          for row in stride(from: column - 1, through: 0, by: -1) {
            var sum = 0.0
            for k in row + 1...column { sum += w[row * size + k] * x[k * size + column] }
            x[row * size + column] = -sum / w[row * size + row]
          }
        }
      }
    }
    return inverse
  }
}
