import TensorKernels

/// Whether the first element is not larger (TFLite `LESS_EQUAL`); nothing is smaller than NaN or equal to it.
struct LessOrEqual: ComparisonOperator {
  static let tfliteName = "LESS_EQUAL"
  static let builtinCode = 63
  static let comparison = ElementComparison.lessOrEqual
}
