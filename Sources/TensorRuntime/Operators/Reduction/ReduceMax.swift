import TensorKernels

/// Largest value over some axes (TFLite `REDUCE_MAX`).
package struct ReduceMax: ReductionOperator {
  package static let tfliteName = "REDUCE_MAX"
  package static let builtinCode = 82
  package static let operation = Reduction.Operation.maximum

  package let keepsDimensions: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
