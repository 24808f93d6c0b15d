import TensorKernels

/// `x · min(max(x + 3, 0), 6) / 6` (TFLite `HARD_SWISH`).
struct HardSwish: UnaryOperator, OptionlessOperator {
  static let tfliteName = "HARD_SWISH"
  static let builtinCode = 117
  let function = UnaryFunction.hardSwish
}
