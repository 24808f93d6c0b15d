import TFLiteFormat
import TensorKernels

/// Magnitudes (TFLite `ABS`).
struct Absolute: UnaryOperator, OptionlessOperator {
  static let tfliteName = "ABS"
  static let builtinCode = 101
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]
  let function = UnaryFunction.absolute
}
