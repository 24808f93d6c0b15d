import TFLiteFormat

/// A tensor reversed along some axes (TFLite `REVERSE_V2`).
///
/// - Inputs: any tensor; axes, a constant, each at most once.
struct ReverseV2: OptionlessOperator, MovementOperator {
  static let tfliteName = "REVERSE_V2"
  static let builtinCode = 105

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    var source = Walk(over: input.shape)
    var reversed: Set<Int> = []
    for value in try inputs.integers(1) {
      let axis = try Operands.axis(value, rank: input.shape.count)
      guard reversed.insert(axis).inserted else { throw .value(name: "repeated axis", value) }
      source.start += (input.shape[axis] - 1) * source.steps[axis]
      source.steps[axis] *= -1
    }
    return Movement(to: input, [Move(input.shape, from: source, to: Walk(over: input.shape))])
  }
}
