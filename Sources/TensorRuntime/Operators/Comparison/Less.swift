import TensorKernels

/// Whether the first element is smaller (TFLite `LESS`).
struct Less: ComparisonOperator {
  static let tfliteName = "LESS"
  static let builtinCode = 58
  static let comparison = ElementComparison.less
}
