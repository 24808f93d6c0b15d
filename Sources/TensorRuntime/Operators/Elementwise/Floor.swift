import TensorKernels

/// Values rounded down to integers (TFLite `FLOOR`).
struct Floor: UnaryOperator, OptionlessOperator {
  static let tfliteName = "FLOOR"
  static let builtinCode = 8
  let function = UnaryFunction.floor
}
