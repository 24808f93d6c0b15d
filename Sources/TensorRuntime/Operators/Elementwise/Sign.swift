import TFLiteFormat
import TensorKernels

/// −1, 0 or 1 (TFLite `SIGN`).
struct Sign: UnaryOperator, OptionlessOperator {
  static let tfliteName = "SIGN"
  static let builtinCode = 158
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]
  let function = UnaryFunction.sign
}
