import TFLiteFormat

/// The number of a tensor's dimensions (TFLite `RANK`), known when a plan is prepared.
///
/// - Input: any tensor. Output: an int32 scalar.
struct RankOf: OptionlessOperator, KnownOperator {
  static let tfliteName = "RANK"
  static let builtinCode = 110

  func output(for input: TensorType) throws(OperatorError) -> ConstantTensor {
    try ConstantTensor(integers: [input.shape.count], as: .int32, shape: [])
  }
}
