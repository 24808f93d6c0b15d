/// Values limited to −1…1 (TFLite `RELU_N1_TO_1`).
package struct ReLUN1To1: ClampOperator {
  package static let tfliteName = "RELU_N1_TO_1"
  package static let builtinCode = 20
  package static var activation: FusedActivation { .reluMinus1To1 }

  package init(parsing options: OperatorOptions) throws(OperatorError) {}
}
