import TensorKernels

/// Sum over some axes (TFLite `SUM`).
package struct Sum: ReductionOperator {
  package static let tfliteName = "SUM"
  package static let builtinCode = 74
  package static let operation = Reduction.Operation.sum

  package let keepsDimensions: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    keepsDimensions = try options.flag(0)
  }
}
