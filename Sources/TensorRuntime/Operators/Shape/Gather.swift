import TFLiteFormat

/// Slices picked by index along one axis (TFLite `GATHER`).
///
/// - Inputs: any tensor; int32, int64 or int16 indices of any shape, each within the axis. The first `batch_dims` axes
///   of both are the same: each batch has its own indices.
/// - Output: the tensor's shape with the axis replaced by the rest of the indices' shape.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
package struct Gather: Operator, ProblemOperation {
  package static let tfliteName = "GATHER"
  package static let builtinCode = 36

  let axis: Int
  let batchRank: Int

  init(axis: Int) { (self.axis, batchRank) = (axis, 0) }

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
    batchRank = try options.integer(1)
  }

  package struct Parts: Sendable {
    let axis: Int, batchRank: Int
    let tuples: IndexTuples
    let output: TensorType
  }

  package func problem(_ inputs: Operands) throws(OperatorError) -> Parts {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    let indices = try inputs.type(1, of: indexTypes + [.int16])
    let axis = try Operands.axis(axis, rank: input.shape.count)
    let batchRank = batchRank < 0 ? batchRank + indices.shape.count : batchRank
    guard (0...min(axis, indices.shape.count)).contains(batchRank) else {
      throw .option(name: "batch_dims", value: self.batchRank)
    }
    guard input.shape[..<batchRank] == indices.shape[..<batchRank] else {
      throw .inputShape(input: 1, expected: "batches of \(Array(input.shape[..<batchRank]))", found: indices.shape)
    }
    let sliceByteCount = input.shape[(axis + 1)...].reduce(input.elementType.byteCount ?? 1, *)
    var shape = input.shape
    shape.replaceSubrange(axis...axis, with: indices.shape[batchRank...])
    return Parts(
      axis: axis, batchRank: batchRank,
      tuples: try IndexTuples(inputs, 1, axes: [(input.shape[axis], sliceByteCount)]),
      output: try input.reshaped(shape))
  }

  package func outputTypes(of parts: Parts) throws(OperatorError) -> [TensorType] { [parts.output] }

  package func prepare(
    _ parts: Parts, _ context: PreparationContext
  ) throws(OperatorError) -> any PreparedOperator {
    let input = try context.inputs.required(0).type
    let indices = try context.inputs.required(1)
    let rowCount = input.shape[..<parts.axis].reduce(1, *)
    let inner = input.shape[(parts.axis + 1)...].reduce(1, *)
    // A few slices become copies.
    if parts.batchRank == 0, indices.type.elementCount <= 64, let known = indices.constant?.integers {
      let moves = known.enumerated().map { place, index in
        Move(
          [rowCount, inner], from: Walk(start: index * inner, steps: [input.shape[parts.axis] * inner, 1]),
          to: Walk(start: place * inner, steps: [known.count * inner, 1]))
      }
      return MovedElements(Movement(to: parts.output, moves), context)
    }
    let size = input.elementType.byteCount ?? 1
    return GatheredSlices(
      tuples: parts.tuples, rowCount: rowCount,
      rowsPerBatch: max(input.shape[parts.batchRank..<parts.axis].reduce(1, *), 1),
      slicesPerRow: indices.type.shape[parts.batchRank...].reduce(1, *),
      rowByteCount: input.shape[parts.axis] * inner * size, sliceByteCount: inner * size)
  }
}
