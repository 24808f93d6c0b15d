import TensorKernels

// Reductions of each window.

package struct MaxPool2D: PoolOperator {
  package static let entry = Entry("MAX_POOL_2D", 17, .maximum)
  package let options: PoolOptions
  package init(options: PoolOptions) { self.options = options }
}

package struct AveragePool2D: PoolOperator {
  package static let entry = Entry("AVERAGE_POOL_2D", 1, .average)
  package let options: PoolOptions
  package init(options: PoolOptions) { self.options = options }
}

/// The root of the mean square.
struct L2Pool2D: PoolOperator {
  static let entry = Entry("L2_POOL_2D", 12, .rootMeanSquare)
  let options: PoolOptions
}
