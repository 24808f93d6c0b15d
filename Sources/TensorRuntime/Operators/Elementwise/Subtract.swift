import TensorKernels

/// Difference of two tensors (TFLite `SUB`), element by element with broadcasting.
package struct Subtract: BinaryOperator {
  package static let tfliteName = "SUB"
  package static let builtinCode = 41
  package static let operation = BinaryElementwise.Operation.subtract

  package private(set) var activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try FusedActivation(code: options.byte(0))
  }
}
