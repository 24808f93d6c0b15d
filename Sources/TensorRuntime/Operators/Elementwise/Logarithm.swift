import TensorKernels

/// Natural logarithms (TFLite `LOG`): −∞ for zero, NaN below.
struct Logarithm: UnaryOperator, OptionlessOperator {
  static let tfliteName = "LOG"
  static let builtinCode = 73
  let function = UnaryFunction.logarithm
}
