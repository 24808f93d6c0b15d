import TFLiteFormat
import TensorKernels

/// Whether all Booleans over some axes are true (TFLite `REDUCE_ALL`): the smallest of them.
struct ReduceAll: ReductionOperator {
  static let tfliteName = "REDUCE_ALL"
  static let builtinCode = 140
  static let operation = Reduction.Operation.minimum
  static let elementTypes: [ElementType] = [.bool]

  let keepsDimensions: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
