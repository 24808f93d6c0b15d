import TensorKernels

/// Product over some axes (TFLite `REDUCE_PROD`).
struct ReduceProduct: ReductionOperator {
  static let tfliteName = "REDUCE_PROD"
  static let builtinCode = 81
  static let operation = Reduction.Operation.product

  let keepsDimensions: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
