import TensorKernels

/// Largest value of each window (TFLite `MAX_POOL_2D`).
package struct MaxPool2D: PoolOperator {
  package static let tfliteName = "MAX_POOL_2D"
  package static let builtinCode = 17
  package static let operation = Pooling.Operation.maximum

  package let options: PoolOptions

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    self.options = try PoolOptions(parsing: options)
  }
}
