import TensorKernels

/// `e^x` (TFLite `EXP`).
struct Exponential: UnaryOperator, OptionlessOperator {
  static let tfliteName = "EXP"
  static let builtinCode = 47
  let function = UnaryFunction.exponential
}
