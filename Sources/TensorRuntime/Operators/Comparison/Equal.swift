import TFLiteFormat
import TensorKernels

/// Whether elements are equal (TFLite `EQUAL`).
struct Equal: ComparisonOperator {
  static let tfliteName = "EQUAL"
  static let builtinCode = 71
  static let elementTypes: [ElementType] = [.float32, .int32, .int64, .int8, .uint8, .bool]
  static let comparison = ElementComparison.equal
}
