import TFLiteFormat
import TensorKernels

/// Whether any Boolean over some axes is true (TFLite `REDUCE_ANY`): the largest of them.
struct ReduceAny: ReductionOperator {
  static let tfliteName = "REDUCE_ANY"
  static let builtinCode = 91
  static let operation = Reduction.Operation.maximum
  static let elementTypes: [ElementType] = [.bool]

  let keepsDimensions: Bool

  init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
