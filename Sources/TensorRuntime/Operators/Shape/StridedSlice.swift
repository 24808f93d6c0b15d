import TFLiteFormat

/// Elements at regular steps along each axis (TFLite `STRIDED_SLICE`), like NumPy's `tensor[begin:end:stride, …]`.
///
/// - Inputs: any tensor; `begin`, `end` and `strides`, constants of one length: an entry for each axis, with those of
///   new axes and an ellipsis among them. Axes without an entry are taken whole.
/// - Output: the extents of the ranges; new axes of extent 1; without the axes that `shrink_axis_mask` marks.
/// - Edge cases: negative positions count from the end; out-of-range ones are clamped, as in Python; masked ones take
///   the whole axis. With the option `offset`, ends are relative to begins.
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

  /// One entry's or axis's contribution to the output: nothing for an index.
  private struct Span {
    var start = 0, step = 0
    let count: Int
    var isDropped = false
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(4...4)
    let input = try inputs.type(0, of: movableTypes)
    let spans = try spans(inputs, input.shape)
    let kept = spans.filter { !$0.isDropped }
    let output = try input.reshaped(kept.map { $0.count })
    let start = spans.reduce(0) { $0 + $1.start }
    return Movement(
      to: output,
      [Move(output.shape, from: Walk(start: start, steps: kept.map { $0.step }), to: Walk(over: output.shape))])
  }

  /// Starts and steps in elements.
  private func spans(_ inputs: Operands, _ shape: [Int]) throws(OperatorError) -> [Span] {
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
    var spans: [Span] = []
    var axis = 0
    for entry in begin.indices {
      if entry == ellipsis {
        for _ in 0..<shape.count - pickedCount {
          spans.append(Span(step: steps[axis], count: shape[axis]))
          axis += 1
        }
      } else if isMarked(newAxisMask, entry) {
        spans.append(Span(count: 1))
      } else {
        var span = try span(
          begin: isMarked(beginMask, entry) ? nil : begin[entry], end: isMarked(endMask, entry) ? nil : end[entry],
          stride: strides[entry], extent: shape[axis], isIndex: isMarked(shrinkMask, entry))
        span.start *= steps[axis]
        span.step *= steps[axis]
        spans.append(span)
        axis += 1
      }
    }
    while axis < shape.count {
      spans.append(Span(step: steps[axis], count: shape[axis]))
      axis += 1
    }
    return spans
  }

  /// Start and step in indices of an axis.
  private func span(
    begin: Int?, end: Int?, stride: Int, extent: Int, isIndex: Bool
  ) throws(OperatorError) -> Span {
    guard stride != 0, stride.magnitude <= 1 << 31 else { throw .value(name: "stride", stride) }
    // Possible start positions: 0…extent ascending, −1…extent−1 descending.
    let lowest = stride > 0 ? 0 : -1
    let highest = stride > 0 ? extent : extent - 1
    func place(_ position: Int) -> Int {
      min(max(position < 0 ? position + extent : position, lowest), highest)
    }
    let start = begin.map(place) ?? (stride > 0 ? 0 : extent - 1)
    if isIndex {
      guard start >= 0, start < extent else { throw .value(name: "begin", begin ?? start) }
      return Span(start: start, count: 1, isDropped: true)
    }
    var last = end.map(place) ?? (stride > 0 ? extent : -1)
    if endsAreOffsets, let end {
      let (stop, overflow) = start.addingReportingOverflow(end)
      guard !overflow else { throw .value(name: "end", end) }
      last = min(max(stop, lowest), highest)
    }
    let distance = stride > 0 ? last - start : start - last
    let count = distance <= 0 ? 0 : (distance - 1) / Int(clamping: stride.magnitude) + 1
    // A step that is never taken may exceed the tensor, and overflow when counted in elements.
    return Span(start: start, step: count > 1 ? stride : 0, count: count)
  }
}
