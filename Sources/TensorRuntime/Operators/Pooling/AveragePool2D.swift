import TensorKernels

/// Mean of the values of each window (TFLite `AVERAGE_POOL_2D`).
package struct AveragePool2D: PoolOperator {
  package static let tfliteName = "AVERAGE_POOL_2D"
  package static let builtinCode = 1
  package static let operation = Pooling.Operation.average

  package let options: PoolOptions

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.options = try PoolOptions(parsing: options)
  }
}
