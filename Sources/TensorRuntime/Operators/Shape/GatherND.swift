import TFLiteFormat

/// Slices picked by an index for each of the first axes (TFLite `GATHER_ND`).
///
/// - Inputs: any tensor; int32, int64 or int16 indices `[…, n]`, n at most the tensor's rank.
/// - Output: the indices' shape without its last axis, then the tensor's without its first n.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
package struct GatherND: Operator, ProblemOperation {
  package static let tfliteName = "GATHER_ND"
  package static let builtinCode = 107

  package init(parsing options: OperatorOptions) throws(OperatorError) {}

  package func outputTypes(of slices: IndexedSlices) throws(OperatorError) -> [TensorType] { [slices.output] }

  package func problem(_ inputs: Operands) throws(OperatorError) -> IndexedSlices {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes)
    let indices = try inputs.type(1, of: indexTypes + [.int16], rank: 1...8).shape
    let length = indices[indices.count - 1]
    guard length <= input.shape.count else {
      throw .inputShape(input: 1, expected: "at most \(input.shape.count) indices a slice", found: indices)
    }
    let size = input.elementType.byteCount ?? 1
    let steps = Walk(over: input.shape).steps
    let axes = (0..<length).map { (extent: input.shape[$0], step: steps[$0] * size) }
    return IndexedSlices(
      tuples: try IndexTuples(inputs, 1, axes: axes),
      output: try input.reshaped(indices.dropLast() + input.shape[length...]))
  }

  package func prepare(
    _ slices: IndexedSlices, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let indices = try context.inputs.required(1).type.shape
    let count = indices.dropLast().reduce(1, *)
    return GatheredSlices(
      tuples: slices.tuples, rowCount: 1, rowsPerBatch: 1, slicesPerRow: count, rowByteCount: 0,
      sliceByteCount: count == 0 ? 0 : slices.output.byteCount / count)
  }
}
