import KernelChoice
import TFLiteFormat
import TensorKernels

/// A tensor with a block of it replaced (TFLite `DYNAMIC_UPDATE_SLICE`).
///
/// - Inputs: any tensor; the block, of the same rank and at most the same extents; its first index along each axis, a
///   vector of int32 or int64. Output: the first input's type.
/// - Edge cases: indices are clamped so that the block fits.
struct DynamicUpdateSlice: OptionlessOperator {
  static let tfliteName = "DYNAMIC_UPDATE_SLICE"
  static let builtinCode = 151

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    let whole = try inputs.type(0, of: movableTypes)
    let block = try inputs.typeLikeFirst(1, rank: whole.shape.count...whole.shape.count)
    guard zip(block.shape, whole.shape).allSatisfy({ $0 <= $1 }) else {
      throw .inputShape(input: 1, expected: "at most \(whole.shape)", found: block.shape)
    }
    let start = try inputs.type(2, of: indexTypes, rank: 1...1)
    guard start.shape == [whole.shape.count] else {
      throw .inputShape(input: 2, expected: "[\(whole.shape.count)]", found: start.shape)
    }
    let isWide = start.elementType == .int64
    let size = whole.elementType.byteCount ?? 1, steps = Walk(over: whole.shape).steps
    let moves = StridedCopy.Problem(
      extents: block.shape, sourceSteps: Walk(over: block.shape).steps, targetSteps: steps, elementByteCount: size)
    return KeptInference(OperationBox(self), outputs: [whole]) { context throws(OperatorError) in
      let copy = block.elementCount == 0 ? nil : context.kernel(StridedCopy.family, moves, ()).kernel
      return UndividedWork(memory: copy?.memory ?? []) { io in
        let output = io.outputBytes(0)
        output.copyMemory(from: io.inputBytes(0), byteCount: whole.byteCount)
        var target = output
        for axis in steps.indices {
          let start = io.index(2, at: axis, isWide: isWide)
          target += min(max(start, 0), whole.shape[axis] - block.shape[axis]) * steps[axis] * size
        }
        copy?.run(units: 0..<(copy?.unitCount ?? 0), from: io.inputBytes(1), to: target)
      }
    }
  }
}
