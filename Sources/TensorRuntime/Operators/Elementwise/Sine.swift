import TensorKernels

/// Sines of angles in radians (TFLite `SIN`).
struct Sine: UnaryOperator, OptionlessOperator {
  static let tfliteName = "SIN"
  static let builtinCode = 66
  let function = UnaryFunction.sine
}
