import TFLiteFormat

/// A tensor repeated along each axis (TFLite `TILE`).
///
/// - Inputs: any tensor of at most 8 dimensions; the number of repetitions along each axis, a constant.
package struct Tile: MovementOperator {
  package static let tfliteName = "TILE"
  package static let builtinCode = 69

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let counts = try inputs.integers(1, count: input.shape.count)
    var shape = input.shape
    for axis in shape.indices {
      guard (0...FixedLimits.tensorByteCount).contains(counts[axis]) else {
        throw .value(name: "multiple", counts[axis])
      }
      shape[axis] *= counts[axis]
    }
    let output = try input.reshaped(shape)
    // Two dimensions per axis: the repetition, along which the source does not move, and the tensor's own.
    let (source, target) = (Walk(over: input.shape).steps, Walk(over: shape).steps)
    let axes = shape.indices
    return Movement(
      to: output,
      [
        Move(
          axes.flatMap { [counts[$0], input.shape[$0]] }, from: Walk(steps: axes.flatMap { [0, source[$0]] }),
          to: Walk(steps: axes.flatMap { [input.shape[$0] * target[$0], target[$0]] }))
      ])
  }
}
