import TensorKernels

/// Cosines of angles in radians (TFLite `COS`).
struct Cosine: UnaryOperator, OptionlessOperator {
  static let tfliteName = "COS"
  static let builtinCode = 108
  let function = UnaryFunction.cosine
}
