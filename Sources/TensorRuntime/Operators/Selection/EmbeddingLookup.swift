import TFLiteFormat

/// Slices of a table picked by index along its first axis (TFLite `EMBEDDING_LOOKUP`).
///
/// - Inputs: int32 indices `[count]`; the table `[rows, …]`, whose quantized bytes become floats if the output consists
///   of floats. Output: `[count, …]`.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
struct EmbeddingLookup: OptionlessOperator {
  static let tfliteName = "EMBEDDING_LOOKUP"
  static let builtinCode = 7

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(2...2)
    let indices = try inputs.type(0, of: [.int32], rank: 1...1).shape
    let table = try inputs.type(1, of: movableTypes, rank: 2...8)
    let sliceByteCount = table.shape.dropFirst().reduce(table.elementType.byteCount ?? 1, *)
    let prepared = GatheredSlices(
      tuples: try IndexTuples(inputs, 0, axes: [(table.shape[0], sliceByteCount)]), source: 1, rowCount: 1,
      rowsPerBatch: 1, slicesPerRow: indices[0], rowByteCount: 0, sliceByteCount: sliceByteCount)
    let output = try table.reshaped(indices + table.shape.dropFirst())
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }
}
