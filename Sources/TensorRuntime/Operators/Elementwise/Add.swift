import TensorKernels

/// Sum of two tensors (TFLite `ADD`), element by element with broadcasting.
package struct Add: BinaryOperator {
  package static let tfliteName = "ADD"
  package static let builtinCode = 0
  package static let operation = BinaryElementwise.Operation.add

  package private(set) var activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try FusedActivation(code: options.byte(0))
  }
}
