import TensorKernels

/// The larger of two values (TFLite `MAXIMUM`), element by element with broadcasting.
package struct Maximum: BinaryOperator {
  package static let tfliteName = "MAXIMUM"
  package static let builtinCode = 55
  package static let operation = BinaryElementwise.Operation.maximum

  package var activation: FusedActivation { .none }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
