import TensorKernels

/// Values rounded to integers, halves to the even one (TFLite `ROUND`).
struct Round: UnaryOperator, OptionlessOperator {
  static let tfliteName = "ROUND"
  static let builtinCode = 116
  let function = UnaryFunction.round
}
