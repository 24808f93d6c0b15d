import TensorKernels

/// Quotient of two tensors; division by zero gives an infinity or NaN (TFLite `DIV`), element by element with broadcasting.
package struct Divide: BinaryOperator {
  package static let tfliteName = "DIV"
  package static let builtinCode = 42
  package static let operation = BinaryElementwise.Operation.divide

  package private(set) var activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try FusedActivation(code: options.byte(0))
  }
}
