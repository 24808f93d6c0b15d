import TFLiteFormat

/// The same elements with an additional axis of extent 1 (TFLite `EXPAND_DIMS`).
///
/// - Inputs: any tensor; the position of the new axis in the output, a constant.
struct ExpandDims: OptionlessOperator, MovementOperator {
  static let tfliteName = "EXPAND_DIMS"
  static let builtinCode = 70

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes, rank: 0...7)
    var shape = input.shape
    shape.insert(1, at: try inputs.axis(1, rank: shape.count + 1))
    let output = try input.reshaped(shape)
    return Movement(to: output, [Move(all: output)])
  }
}
