import TFLiteFormat
import TensorKernels

/// Whether one Boolean at least is true (TFLite `LOGICAL_OR`).
struct LogicalOr: ComparisonOperator {
  static let tfliteName = "LOGICAL_OR"
  static let builtinCode = 84
  static let elementTypes: [ElementType] = [.bool]
  static let comparison = ElementComparison.either
}
