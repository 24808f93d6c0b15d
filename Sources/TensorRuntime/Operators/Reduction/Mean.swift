import TensorKernels

/// Mean over some axes (TFLite `MEAN`).
package struct Mean: ReductionOperator {
  package static let tfliteName = "MEAN"
  package static let builtinCode = 40
  package static let operation = Reduction.Operation.mean

  package let keepsDimensions: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
