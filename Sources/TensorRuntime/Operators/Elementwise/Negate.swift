import TFLiteFormat
import TensorKernels

/// Values with the other sign (TFLite `NEG`).
struct Negate: UnaryOperator, OptionlessOperator {
  static let tfliteName = "NEG"
  static let builtinCode = 59
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]
  let function = UnaryFunction.negate
}
