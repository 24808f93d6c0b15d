import TensorKernels

/// The smaller of two values (TFLite `MINIMUM`), element by element with broadcasting.
package struct Minimum: BinaryOperator {
  package static let tfliteName = "MINIMUM"
  package static let builtinCode = 57
  package static let operation = BinaryElementwise.Operation.minimum

  package var activation: FusedActivation { .none }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
