import TFLiteFormat

/// Slices picked by index along one axis (TFLite `GATHER`).
///
/// - Inputs: any tensor; int32, int64 or int16 indices of any shape, each within the axis. The first `batch_dims` axes
///   of both are the same: each batch has its own indices.
/// - Output: the tensor's shape with the axis replaced by the rest of the indices' shape.
/// - Edge cases: an index out of range is an error, of preparation if the indices are constant, otherwise of the run.
package struct Gather: Operator {
  package static let tfliteName = "GATHER"
  package static let builtinCode = 36

  let axis: Int
  let batchRank: Int

  init(axis: Int) { (self.axis, batchRank) = (axis, 0) }

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
    batchRank = try options.integer(1)
  }

  package func infer(_ inputs: Operands) throws(OperatorError) -> any Inference {
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
    let rowCount = input.shape[..<axis].reduce(1, *), inner = input.shape[(axis + 1)...].reduce(1, *)
    let extent = input.shape[axis], size = input.elementType.byteCount ?? 1
    var shape = input.shape
    shape.replaceSubrange(axis...axis, with: indices.shape[batchRank...])
    let output = try input.reshaped(shape)
    let slices = GatheredSlices(
      tuples: try IndexTuples(inputs, 1, axes: [(extent, inner * size)]), rowCount: rowCount,
      rowsPerBatch: max(input.shape[batchRank..<axis].reduce(1, *), 1),
      slicesPerRow: indices.shape[batchRank...].reduce(1, *), rowByteCount: extent * inner * size,
      sliceByteCount: inner * size)
    return KeptInference(OperationBox(self), outputs: [output]) { context throws(OperatorError) in
      // A few slices become copies.
      guard batchRank == 0, indices.elementCount <= 64, let known = context.inputs.optional(1)?.constant?.integers
      else { return slices }
      let moves = known.enumerated().map { place, index in
        Move(
          [rowCount, inner], from: Walk(start: index * inner, steps: [extent * inner, 1]),
          to: Walk(start: place * inner, steps: [known.count * inner, 1]))
      }
      return MovedElements(Movement(to: output, moves), context)
    }
  }
}
