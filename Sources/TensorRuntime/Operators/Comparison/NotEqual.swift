import TFLiteFormat
import TensorKernels

/// Whether elements differ (TFLite `NOT_EQUAL`).
struct NotEqual: ComparisonOperator {
  static let tfliteName = "NOT_EQUAL"
  static let builtinCode = 72
  static let elementTypes: [ElementType] = [.float32, .int32, .int64, .int8, .uint8, .bool]
  static let comparison = ElementComparison.notEqual
}
