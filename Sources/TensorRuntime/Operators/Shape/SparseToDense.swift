import TFLiteFormat

/// Elements put at given indices of a tensor of one value (TFLite `SPARSE_TO_DENSE`).
///
/// - Inputs: int32 or int64 indices: `[count, rank]`, or `[count]` or a scalar for rank 1; the output's shape, a
///   constant; `[count]` elements, or a scalar for all; the value of the other elements.
/// - Edge cases: of elements with the same index, the last one counts. An index out of range is an error, of
///   preparation if the indices are constant, otherwise of the run.
struct SparseToDense: OptionlessOperator {
  static let tfliteName = "SPARSE_TO_DENSE"
  static let builtinCode = 68

  func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
    try inputs.expectCount(4...4)
    let indices = try inputs.type(0, of: indexTypes, rank: 0...2).shape
    _ = try inputs.type(1, of: indexTypes, rank: 1...1)
    let values = try inputs.type(2, of: [.float32, .int32, .int64, .int8, .uint8], rank: 0...1)
    _ = try inputs.single(3, of: [values.elementType])
    let output = try values.reshaped(try inputs.integers(1)), rank = output.shape.count
    guard (indices.count == 2 ? indices[1] : 1) == rank else {
      throw .inputShape(input: 0, expected: "\(rank) indices an element", found: indices)
    }
    guard values.shape.isEmpty || values.shape == [indices.first ?? 1] else {
      throw .inputShape(input: 2, expected: "[\(indices.first ?? 1)]", found: values.shape)
    }
    let tuples = try IndexTuples(inputs, 0, slicesOf: output, rank: rank)
    let count = indices.first ?? 1, size = output.elementType.byteCount ?? 1, step = values.shape.isEmpty ? 0 : size
    let prepared = UndividedWork { io in
      let (source, target) = (io.inputBytes(2), io.outputBytes(0))
      target.writeElements(io.inputBytes(3), byteCount: size, count: output.elementCount)
      tuples.forEachOffset(of: 0..<count, io) { element, offset in
        (target + offset).copyMemory(from: source + element * step, byteCount: size)
      }
    }
    return KeptInference(OperationBox(self), outputs: [output], prepared: prepared)
  }

  func readsAtRunTime(_ index: Int) -> Bool { index != 1 }
}
