import TensorKernels

/// Whether the first element is not smaller (TFLite `GREATER_EQUAL`); nothing is larger than NaN or equal to it.
struct GreaterOrEqual: ComparisonOperator {
  static let tfliteName = "GREATER_EQUAL"
  static let builtinCode = 62
  static let comparison = ElementComparison.greaterOrEqual
}
