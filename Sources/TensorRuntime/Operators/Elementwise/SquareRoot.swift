import TensorKernels

/// Square roots (TFLite `SQRT`): NaN below zero.
struct SquareRoot: UnaryOperator, OptionlessOperator {
  static let tfliteName = "SQRT"
  static let builtinCode = 75
  let function = UnaryFunction.squareRoot
}
