import TensorKernels

/// `1 / √x` (TFLite `RSQRT`).
struct ReciprocalSquareRoot: UnaryOperator, OptionlessOperator {
  static let tfliteName = "RSQRT"
  static let builtinCode = 76
  let function = UnaryFunction.reciprocalSquareRoot
}
