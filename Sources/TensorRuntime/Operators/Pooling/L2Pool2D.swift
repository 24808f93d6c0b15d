import TensorKernels

/// Root of the mean square of the values of each window (TFLite `L2_POOL_2D`).
struct L2Pool2D: PoolOperator {
  static let tfliteName = "L2_POOL_2D"
  static let builtinCode = 12
  static let operation = Pooling.Operation.rootMeanSquare

  let options: PoolOptions

  init(parsing options: OperatorOptions) throws(OperatorError) {
    self.options = try PoolOptions(parsing: options)
  }
}
