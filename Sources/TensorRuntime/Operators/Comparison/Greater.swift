import TensorKernels

/// Whether the first element is larger (TFLite `GREATER`).
struct Greater: ComparisonOperator {
  static let tfliteName = "GREATER"
  static let builtinCode = 61
  static let comparison = ElementComparison.greater
}
