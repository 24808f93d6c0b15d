import TFLiteFormat
import TensorKernels

/// Elements at regular steps along each axis (TFLite `STRIDED_SLICE`).
///
/// - Inputs: any tensor; `begin`, `end` and `strides`, constants of one length, at most the tensor's rank.
/// - Output: the extents of the ranges, without the axes that `shrink_axis_mask` marks.
/// - Edge cases: negative positions count from the end; out-of-range ones are moved to the nearest end, as in Python;
///   masked ones take the whole axis. Ellipsis and new axes are not supported.
package struct StridedSlice: Operator {
  package static let tfliteName = "STRIDED_SLICE"
  package static let builtinCode = 45

  let beginMask: Int
  let endMask: Int
  let shrinkMask: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    beginMask = try options.integer(0)
    endMask = try options.integer(1)
    shrinkMask = try options.integer(4)
    for (name, field) in [("ellipsis_mask", 2), ("new_axis_mask", 3)] {
      let value = try options.integer(field)
      guard value == 0 else { throw .option(name: name, value: value) }
    }
    guard try !options.flag(5) else { throw .option(name: "offset", value: 1) }
  }

  /// What one axis contributes.
  private struct Axis {
    let start: Int
    let stride: Int
    let count: Int
    let isDropped: Bool
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(4...4)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    return [try TensorType(input.elementType, try axes(inputs).filter { !$0.isDropped }.map(\.count))]
  }

  private func axes(_ inputs: Operands) throws(OperatorError) -> [Axis] {
    let shape = try inputs.required(0).type.shape
    let begin = try inputs.integers(1)
    let end = try inputs.integers(2)
    let strides = try inputs.integers(3)
    guard begin.count <= shape.count, end.count == begin.count, strides.count == begin.count else {
      throw .inputShape(
        input: 1, expected: "at most [\(shape.count)], as end and strides", found: try inputs.required(1).type.shape)
    }
    var result: [Axis] = []
    for (axis, extent) in shape.enumerated() {
      guard axis < begin.count else {
        result.append(Axis(start: 0, stride: 1, count: extent, isDropped: false))
        continue
      }
      let bit = 1 << axis
      let stride = strides[axis]
      guard stride != 0, stride.magnitude <= 1 << 31 else { throw .value(name: "stride", stride) }
      // Positions a step can start from: 0…extent going up, −1…extent−1 going down.
      let lowest = stride > 0 ? 0 : -1
      let highest = stride > 0 ? extent : extent - 1
      func place(_ position: Int) -> Int {
        min(max(position < 0 ? position + extent : position, lowest), highest)
      }
      let start = beginMask & bit != 0 ? (stride > 0 ? 0 : extent - 1) : place(begin[axis])
      if shrinkMask & bit != 0 {
        guard start >= 0, start < extent else { throw .value(name: "begin", begin[axis]) }
        result.append(Axis(start: start, stride: 1, count: 1, isDropped: true))
        continue
      }
      let stop = endMask & bit != 0 ? (stride > 0 ? extent : -1) : place(end[axis])
      let distance = stride > 0 ? stop - start : start - stop
      let count = distance <= 0 ? 0 : (distance - 1) / abs(stride) + 1
      result.append(Axis(start: start, stride: stride, count: count, isDropped: false))
    }
    return result
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let input = try context.inputs.required(0).type
    let axes = try axes(context.inputs)
    let size = input.elementType.byteCount ?? 1
    let steps = elementSteps(input.shape)
    let copy = StridedCopy(
      extents: axes.map(\.count), sourceSteps: zip(axes, steps).map { $0.stride * $1 },
      targetSteps: elementSteps(axes.map(\.count)), elementByteCount: size, usesMachineCode: context.allowsMachineCode)
    let origin = zip(axes, steps).reduce(0) { $0 + $1.0.start * $1.1 }
    return MovedElements(parts: [MovedElements.Part(sourceOffset: origin * size, copy: copy)])
  }
}
