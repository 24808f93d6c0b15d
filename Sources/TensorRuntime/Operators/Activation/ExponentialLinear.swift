import TensorKernels

/// `e^x − 1` below zero, `x` above (TFLite `ELU`).
struct ExponentialLinear: UnaryOperator, OptionlessOperator {
  static let tfliteName = "ELU"
  static let builtinCode = 111
  let function = UnaryFunction.exponentialLinear
}
