import TFLiteFormat

/// Where along an axis the largest element is (TFLite `ARG_MAX`).
struct ArgMax: ExtremeIndexOperator {
  static let tfliteName = "ARG_MAX"
  static let builtinCode = 56
  static let isLargest = true

  let indexType: ElementType

  init(parsing options: OperatorOptions) throws(OperatorError) {
    indexType = try Self.indexType(options)
  }
}
