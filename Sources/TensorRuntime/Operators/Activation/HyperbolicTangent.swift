import TensorKernels

/// The hyperbolic tangent (TFLite `TANH`).
struct HyperbolicTangent: UnaryOperator, OptionlessOperator {
  static let tfliteName = "TANH"
  static let builtinCode = 28
  let function = UnaryFunction.hyperbolicTangent
}
