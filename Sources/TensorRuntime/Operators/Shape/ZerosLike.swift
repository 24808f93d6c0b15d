import TFLiteFormat

/// Zeros in the shape of another tensor (TFLite `ZEROS_LIKE`).
///
/// - Input: a tensor of float32, int32 or int64. Output: the same type.
struct ZerosLike: OptionlessOperator, MovementOperator {
  static let tfliteName = "ZEROS_LIKE"
  static let builtinCode = 93

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let type = try inputs.type(0, of: [.float32, .int32, .int64])
    return Movement(to: type, [Move([type.elementCount], input: nil, from: Walk(steps: [0]), to: Walk(steps: [1]))])
  }

  func readsAtRunTime(_ index: Int) -> Bool { false }
}
