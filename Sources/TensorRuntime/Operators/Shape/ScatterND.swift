import TFLiteFormat

/// Slices added to zeros at given indices (TFLite `SCATTER_ND`).
///
/// - Inputs: int32 or int64 indices `[…, n]`; updates, whose shape is that of the indices without its last axis, then
///   that of the output without its first n; the output's shape, a constant.
/// - Output: zeros, and the sums of the updates for each index; Booleans are true where an update is.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
struct ScatterND: OptionlessOperator {
  static let tfliteName = "SCATTER_ND"
  static let builtinCode = 122

  private static let elementTypes: [ElementType] = [.float32, .int8, .uint8, .int16, .int32, .int64, .bool]

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(3...3)
    let indices = try inputs.type(0, of: indexTypes, rank: 1...8).shape
    let updates = try inputs.type(1, of: Self.elementTypes)
    let output = try updates.reshaped(try inputs.integers(2))
    let length = indices[indices.count - 1]
    guard length <= output.shape.count else {
      throw .inputShape(input: 0, expected: "at most \(output.shape.count) indices a slice", found: indices)
    }
    let expected = indices.dropLast() + output.shape[length...]
    guard updates.shape == Array(expected) else {
      throw .inputShape(input: 1, expected: "\(Array(expected))", found: updates.shape)
    }
    let tuples = try IndexTuples(inputs, 0, slicesOf: output, rank: length)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      try CombinedSlices(
        tuples, source: updates, input: 1, sliceCount: indices.dropLast().reduce(1, *),
        outputCount: output.elementCount, output.elementType == .bool ? .or : .sum, context)
    }
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 2 }
}
