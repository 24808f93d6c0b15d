import TFLiteFormat

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
    let byteCount = whole.byteCount
    // A row of the block is contiguous in both.
    let rank = whole.shape.count
    let rowByteCount = (block.shape.last ?? 1) * (whole.elementType.byteCount ?? 1)
    let rowCount = block.elementCount == 0 ? 0 : block.shape.dropLast().reduce(1, *)
    let steps = Walk(over: whole.shape).steps.map { $0 * (whole.elementType.byteCount ?? 1) }
    let prepared = UndividedWork { io in
      let output = io.outputBytes(0)
      output.copyMemory(from: io.inputBytes(0), byteCount: byteCount)
      var target = output
      for axis in 0..<rank {
        let start = isWide ? Int(clamping: io.input(2, as: Int64.self)[axis]) : Int(io.input(2, as: Int32.self)[axis])
        target += min(max(start, 0), whole.shape[axis] - block.shape[axis]) * steps[axis]
      }
      for row in 0..<rowCount {
        var (rest, place) = (row, 0)
        for axis in stride(from: rank - 2, through: 0, by: -1) {
          let (quotient, index) = rest.quotientAndRemainder(dividingBy: block.shape[axis])
          place += index * steps[axis]
          rest = quotient
        }
        (target + place).copyMemory(from: io.inputBytes(1) + row * rowByteCount, byteCount: rowByteCount)
      }
    }
    return KeptInference(OperationBox(self), outputs: [whole], prepared: prepared)
  }
}
