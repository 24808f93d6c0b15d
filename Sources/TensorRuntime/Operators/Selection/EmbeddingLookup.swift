import TFLiteFormat

/// Slices of a table picked by index along its first axis (TFLite `EMBEDDING_LOOKUP`).
///
/// - Inputs: int32 indices `[count]`; the table `[rows, …]`, whose quantized bytes become floats if the output consists
///   of floats. Output: `[count, …]`.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
struct EmbeddingLookup: OptionlessOperator, TypedOperation {
  static let tfliteName = "EMBEDDING_LOOKUP"
  static let builtinCode = 7

  func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let indices = try inputs.type(0, of: [.int32], rank: 1...1)
    let table = try inputs.type(1, of: movableTypes, rank: 2...8)
    _ = try tuples(inputs, table)
    return [try table.reshaped(indices.shape + table.shape.dropFirst())]
  }

  private func tuples(_ inputs: Operands, _ table: TensorType) throws(OperatorError) -> IndexTuples {
    try IndexTuples(inputs, 0, axes: [(table.shape[0], sliceByteCount(table))])
  }

  private func sliceByteCount(_ table: TensorType) -> Int {
    table.shape.dropFirst().reduce(table.elementType.byteCount ?? 1, *)
  }

  func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let table = try context.inputs.required(1).type
    return GatheredSlices(
      tuples: try tuples(context.inputs, table), source: 1, rowCount: 1, rowsPerBatch: 1,
      slicesPerRow: context.outputs[0].shape[0], rowByteCount: 0, sliceByteCount: sliceByteCount(table))
  }
}
