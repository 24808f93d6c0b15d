/// Values limited to 0…6 (TFLite `RELU6`).
package struct ReLU6: ClampOperator {
  package static let tfliteName = "RELU6"
  package static let builtinCode = 21
  package static var activation: FusedActivation { .relu6 }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
