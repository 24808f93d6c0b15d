/// Negative values become zero (TFLite `RELU`).
package struct ReLU: ClampOperator {
  package static let tfliteName = "RELU"
  package static let builtinCode = 19
  package static var activation: FusedActivation { .relu }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
