import TFLiteFormat

/// A tensor repeated so that it has a given shape (TFLite `BROADCAST_TO`).
///
/// - Inputs: any tensor; a shape that it broadcasts to as in NumPy, a constant.
struct BroadcastTo: OptionlessOperator, MovementOperator {
  static let tfliteName = "BROADCAST_TO"
  static let builtinCode = 130

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let shape = try inputs.integers(1)
    let missing = shape.count - input.shape.count
    guard (0...8).contains(missing), shape.count <= 8,
      input.shape.indices.allSatisfy({ input.shape[$0] == 1 || input.shape[$0] == shape[$0 + missing] })
    else { throw .broadcast(input.shape, shape) }
    let output = try input.reshaped(shape)
    let steps = Walk(over: input.shape).steps
    let source = [Int](repeating: 0, count: missing) + zip(input.shape, steps).map { $0 == 1 ? 0 : $1 }
    return Movement(to: output, [Move(shape, from: Walk(steps: source), to: Walk(over: shape))])
  }
}
