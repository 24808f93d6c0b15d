import TensorKernels

/// `x²` (TFLite `SQUARE`).
struct Square: UnaryOperator, OptionlessOperator {
  static let tfliteName = "SQUARE"
  static let builtinCode = 92
  let function = UnaryFunction.square
}
