import TensorKernels

// Reductions of the values in each window.

/// Largest value of each window.
package struct MaxPool2D: PoolOperator {
  package static let entry = Entry("MAX_POOL_2D", 17, .maximum)
  package let options: PoolOptions
  package init(options: PoolOptions) { self.options = options }
}

/// Mean of the values of each window.
package struct AveragePool2D: PoolOperator {
  package static let entry = Entry("AVERAGE_POOL_2D", 1, .average)
  package let options: PoolOptions
  package init(options: PoolOptions) { self.options = options }
}

/// Root of the mean square of the values of each window.
struct L2Pool2D: PoolOperator {
  static let entry = Entry("L2_POOL_2D", 12, .rootMeanSquare)
  let options: PoolOptions
}
