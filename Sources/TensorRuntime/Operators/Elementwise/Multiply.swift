import TensorKernels

/// Product of two tensors (TFLite `MUL`), element by element with broadcasting.
package struct Multiply: BinaryOperator {
  package static let tfliteName = "MUL"
  package static let builtinCode = 18
  package static let operation = BinaryElementwise.Operation.multiply

  package private(set) var activation: FusedActivation

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    activation = try FusedActivation(code: options.byte(0))
  }
}
