import TensorKernels

/// `x · Φ(x)`, Φ the normal distribution's (TFLite `GELU`), by the error function or by the hyperbolic tangent that is like it.
struct GaussianErrorLinear: UnaryOperator {
  static let tfliteName = "GELU"
  static let builtinCode = 150
  let function: UnaryFunction

  init(parsing options: OperatorOptions) throws(OperatorError) {
    function = try options.flag(0) ? .gaussianErrorLinearByTangent : .gaussianErrorLinear
  }
}
