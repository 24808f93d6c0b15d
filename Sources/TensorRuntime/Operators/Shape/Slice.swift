import TFLiteFormat

/// A block of a tensor (TFLite `SLICE`).
///
/// - Inputs: any tensor; the block's first index along each axis and its extents, constants. An extent of −1 extends to
///   the end.
struct Slice: OptionlessOperator, MovementOperator {
  static let tfliteName = "SLICE"
  static let builtinCode = 65

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let input = try inputs.type(0, of: movableTypes)
    let begin = try inputs.integers(1, count: input.shape.count)
    var size = try inputs.integers(2, count: input.shape.count)
    for axis in input.shape.indices {
      guard (0...input.shape[axis]).contains(begin[axis]) else { throw .value(name: "begin", begin[axis]) }
      let rest = input.shape[axis] - begin[axis]
      if size[axis] == -1 { size[axis] = rest }
      guard (0...rest).contains(size[axis]) else { throw .value(name: "size", size[axis]) }
    }
    let output = try input.reshaped(size)
    return Movement(to: output, [Move(size, from: Walk(over: input.shape).moved(to: begin), to: Walk(over: size))])
  }
}
