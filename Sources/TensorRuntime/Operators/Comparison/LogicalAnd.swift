import TFLiteFormat
import TensorKernels

/// Whether both Booleans are true (TFLite `LOGICAL_AND`).
struct LogicalAnd: ComparisonOperator {
  static let tfliteName = "LOGICAL_AND"
  static let builtinCode = 86
  static let elementTypes: [ElementType] = [.bool]
  static let comparison = ElementComparison.both
}
