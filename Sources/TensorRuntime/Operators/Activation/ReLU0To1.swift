/// Values limited to 0…1 (TFLite `RELU_0_TO_1`).
struct ReLU0To1: ClampOperator, OptionlessOperator {
  static let tfliteName = "RELU_0_TO_1"
  static let builtinCode = 152
  static var activation: FusedActivation { .relu0To1 }
}
