import TFLiteFormat

/// A tensor with its axes in another order (TFLite `TRANSPOSE`).
///
/// - Inputs: any tensor; for each axis of the output, that of the input, a constant.
struct Transpose: OptionlessOperator, MovementOperator {
  static let tfliteName = "TRANSPOSE"
  static let builtinCode = 39

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let rank = input.shape.count
    var order: [Int] = []
    for axis in try inputs.integers(1) { order.append(try Operands.axis(axis, rank: rank)) }
    guard order.sorted() == Array(0..<rank) else {
      throw .inputShape(
        input: 1, expected: "each of \(rank) axes once", found: try inputs.required(1).type.shape)
    }
    let steps = Walk(over: input.shape).steps
    let output = try input.reshaped(order.map { input.shape[$0] })
    return Movement(
      to: output, [Move(output.shape, from: Walk(steps: order.map { steps[$0] }), to: Walk(over: output.shape))])
  }
}
