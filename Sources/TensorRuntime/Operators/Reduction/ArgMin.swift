import TFLiteFormat

/// Where along an axis the smallest element is (TFLite `ARG_MIN`).
struct ArgMin: ExtremeIndexOperator {
  static let tfliteName = "ARG_MIN"
  static let builtinCode = 79
  static let isLargest = false

  let indexType: ElementType

  init(parsing options: OperatorOptions) throws(OperatorError) {
    indexType = try Self.indexType(options)
  }
}
