import TFLiteFormat
import TensorKernels

/// A tensor's elements spread along each axis, with another value between and around them. Negative counts around them
/// leave elements out.
///
/// - Edge cases: if an extent of the result is zero or negative, all are zero.
struct InteriorPadding {
  /// Counts for each axis: before the first element, after the last one, between neighbors.
  let low: [Int], high: [Int], interior: [Int]

  /// An axis of the result.
  private struct Axis {
    let extent: Int
    /// Places from one element to the next.
    let step: Int
    /// The elements that are not left out, and the place of the first one.
    var first = 0, count = 0, place = 0

    init(_ length: Int, _ low: Int, _ high: Int, _ interior: Int) throws(OperatorError) {
      let limit = FixedLimits.windowExtent
      for value in [low, high] where value < -limit || value > limit { throw .value(name: "padding", value) }
      guard (0...limit).contains(interior) else { throw .value(name: "padding", interior) }
      step = interior + 1
      let span = saturatingProduct(max(length - 1, 0), step)
      guard span <= FixedLimits.tensorByteCount else { throw .value(name: "extent", span) }
      extent = length == 0 ? low + high : span + 1 + low + high
      first = low < 0 ? (step - 1 - low) / step : 0
      place = low + first * step
      // What remains from the first one on.
      let rest = min((length - 1 - first) * step, extent - 1 - place)
      count = length > first && rest >= 0 ? rest / step + 1 : 0
    }
  }

  /// - Parameter value: the input of the other value's single element; nil for zeros.
  /// - Precondition: there are counts for each axis.
  func movement(of input: TensorType, value: Int?) throws(OperatorError) -> Movement {
    var axes: [Axis] = []
    for axis in input.shape.indices {
      axes.append(try Axis(input.shape[axis], low[axis], high[axis], interior[axis]))
    }
    let isEmpty = axes.contains { $0.extent <= 0 }
    let output = try input.reshaped(axes.map { isEmpty ? 0 : $0.extent })
    let whole = Walk(over: output.shape)
    guard axes.allSatisfy({ $0.count > 0 }) else {
      return Movement(
        to: output, [Move([output.elementCount], input: value, from: Walk(steps: [0]), to: Walk(steps: [1]))])
    }
    // From the first element to the last one.
    let block = axes.map { ($0.count - 1) * $0.step + 1 }, corner = axes.map { $0.place }
    let grid = zip(axes, whole.steps).map { $0.count > 1 ? $0.step * $1 : 0 }
    let start = whole.moved(to: corner).start
    var moves = Move.around(block, at: corner, in: output.shape, whole, input: value)
    moves.append(
      Move(
        axes.map { $0.count }, from: Walk(over: input.shape).moved(to: axes.map { $0.first }),
        to: Walk(start: start, steps: grid)))
    // Gaps along each axis, at the elements of outer axes and everywhere on inner ones.
    for axis in axes.indices where axes[axis].step > 1 && axes[axis].count > 1 {
      let outer = axes[..<axis].map { $0.count }
      let extents = outer + [axes[axis].count - 1, axes[axis].step - 1] + block[(axis + 1)...]
      let target = Walk(start: start + whole.steps[axis], steps: Array(grid[...axis] + whole.steps[axis...]))
      moves.append(Move(extents, input: value, from: Walk(steps: extents.map { _ in 0 }), to: target))
    }
    return Movement(to: output, moves)
  }
}
