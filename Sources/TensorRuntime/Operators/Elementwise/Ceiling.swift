import TensorKernels

/// Values rounded up to integers (TFLite `CEIL`).
struct Ceiling: UnaryOperator, OptionlessOperator {
  static let tfliteName = "CEIL"
  static let builtinCode = 104
  let function = UnaryFunction.ceiling
}
