import TensorKernels

/// Negative values times a slope that the options give (TFLite `LEAKY_RELU`).
struct LeakyReLU: UnaryOperator {
  static let tfliteName = "LEAKY_RELU"
  static let builtinCode = 98
  let slope: Float
  var function: UnaryFunction { .leaky(slope: slope) }

  init(parsing options: OperatorOptions) throws(OperatorError) {
    slope = try options.float(0)
  }
}
