import TFLiteFormat

/// Slices picked by an index for each of the first axes (TFLite `GATHER_ND`).
///
/// - Inputs: any tensor; int32, int64 or int16 indices `[…, n]`, n at most the tensor's rank.
/// - Output: the indices' shape without its last axis, then the tensor's without its first n.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
package struct GatherND: Operator {
  package static let tfliteName = "GATHER_ND"
  package static let builtinCode = 107

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let indices = try inputs.type(1, of: indexTypes + [.int16], rank: 1...8).shape
    let length = indices[indices.count - 1]
    guard length <= input.shape.count else {
      throw .inputShape(input: 1, expected: "at most \(input.shape.count) indices a slice", found: indices)
    }
    let output = try input.reshaped(indices.dropLast() + input.shape[length...])
    let count = indices.dropLast().reduce(1, *)
    let slices = GatheredSlices(
      tuples: try IndexTuples(inputs, 1, slicesOf: input, rank: length), rowCount: 1, rowsPerBatch: 1,
      slicesPerRow: count, rowByteCount: 0, sliceByteCount: count == 0 ? 0 : output.byteCount / count)
    return KeptInference(OperationBox(self), outputs: [output], prepared: slices)
  }
}
