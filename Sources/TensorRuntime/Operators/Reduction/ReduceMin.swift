import TensorKernels

/// Smallest value over some axes (TFLite `REDUCE_MIN`).
package struct ReduceMin: ReductionOperator {
  package static let tfliteName = "REDUCE_MIN"
  package static let builtinCode = 89
  package static let operation = Reduction.Operation.minimum

  package let keepsDimensions: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
