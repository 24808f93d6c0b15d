import TFLiteFormat

/// Elements at regular steps along each axis (TFLite `STRIDED_SLICE`), as NumPy's `tensor[begin:end:stride, …]`.
///
/// - Inputs: any tensor; `begin`, `end` and `strides`, constants of one length: an entry for each axis, with those of
///   new axes and an ellipsis among them. Axes without an entry are taken whole.
/// - Output: the extents of the ranges; new axes of extent 1; without the axes that `shrink_axis_mask` marks.
/// - Edge cases: negative positions count from the end; out-of-range ones are moved to the nearest end, as in Python;
///   masked ones take the whole axis. With the option `offset`, ends count from the begins.
package struct StridedSlice: MovementOperator {
  package static let tfliteName = "STRIDED_SLICE"
  package static let builtinCode = 45

  private let beginMask: Int, endMask: Int, ellipsisMask: Int, newAxisMask: Int, shrinkMask: Int
  private let endsAreOffsets: Bool

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    beginMask = try options.integer(0)
    endMask = try options.integer(1)
    ellipsisMask = try options.integer(2)
    newAxisMask = try options.integer(3)
    shrinkMask = try options.integer(4)
    endsAreOffsets = try options.flag(5)
  }

  /// What one entry or axis contributes to the output: nothing if an index was picked.
  private struct Stretch {
    var start = 0, step = 0
    let count: Int
    var isDropped = false
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(4...4)
    let input = try inputs.type(0, of: movableTypes)
    let stretches = try stretches(inputs, input.shape)
    let kept = stretches.filter { !$0.isDropped }
    let output = try input.reshaped(kept.map(\.count))
    let start = stretches.reduce(0) { $0 + $1.start }
    return Movement(
      to: output,
      [Move(output.shape, from: Walk(start: start, steps: kept.map(\.step)), to: Walk(over: output.shape))])
  }

  /// Starts and steps in elements.
  private func stretches(_ inputs: Operands, _ shape: [Int]) throws(OperatorError) -> [Stretch] {
    let begin = try inputs.integers(1)
    let end = try inputs.integers(2)
    let strides = try inputs.integers(3)
    guard begin.count <= 32, end.count == begin.count, strides.count == begin.count else {
      throw .inputShape(
        input: 1, expected: "as many as end and strides, at most 32", found: try inputs.required(1).type.shape)
    }
    func isMarked(_ mask: Int, _ entry: Int) -> Bool { mask & 1 << entry != 0 }
    let ellipsis = begin.indices.first { isMarked(ellipsisMask, $0) }
    let pickedCount = begin.indices.filter { $0 != ellipsis && !isMarked(newAxisMask, $0) }.count
    guard pickedCount <= shape.count else {
      throw .inputShape(
        input: 1, expected: "entries for at most \(shape.count) axes", found: try inputs.required(1).type.shape)
    }
    let steps = Walk(over: shape).steps
    var stretches: [Stretch] = []
    var axis = 0
    for entry in begin.indices {
      if entry == ellipsis {
        for _ in 0..<shape.count - pickedCount {
          stretches.append(Stretch(step: steps[axis], count: shape[axis]))
          axis += 1
        }
      } else if isMarked(newAxisMask, entry) {
        stretches.append(Stretch(count: 1))
      } else {
        var stretch = try stretch(
          begin: isMarked(beginMask, entry) ? nil : begin[entry], end: isMarked(endMask, entry) ? nil : end[entry],
          stride: strides[entry], extent: shape[axis], isIndex: isMarked(shrinkMask, entry))
        stretch.start *= steps[axis]
        stretch.step *= steps[axis]
        stretches.append(stretch)
        axis += 1
      }
    }
    while axis < shape.count {
      stretches.append(Stretch(step: steps[axis], count: shape[axis]))
      axis += 1
    }
    return stretches
  }

  /// Start and step in indices of an axis.
  private func stretch(
    begin: Int?, end: Int?, stride: Int, extent: Int, isIndex: Bool
  ) throws(OperatorError) -> Stretch {
    guard stride != 0, stride.magnitude <= 1 << 31 else { throw .value(name: "stride", stride) }
    // Positions a step can start from: 0…extent going up, −1…extent−1 going down.
    let lowest = stride > 0 ? 0 : -1
    let highest = stride > 0 ? extent : extent - 1
    func place(_ position: Int) -> Int {
      min(max(position < 0 ? position + extent : position, lowest), highest)
    }
    let start = begin.map(place) ?? (stride > 0 ? 0 : extent - 1)
    if isIndex {
      guard start >= 0, start < extent else { throw .value(name: "begin", begin ?? start) }
      return Stretch(start: start, count: 1, isDropped: true)
    }
    var stop = end
    if endsAreOffsets, let begin, let end {
      let (sum, overflow) = begin.addingReportingOverflow(end)
      guard !overflow else { throw .value(name: "end", end) }
      stop = sum
    }
    let last = stop.map(place) ?? (stride > 0 ? extent : -1)
    let distance = stride > 0 ? last - start : start - last
    return Stretch(start: start, step: stride, count: distance <= 0 ? 0 : (distance - 1) / abs(stride) + 1)
  }
}
