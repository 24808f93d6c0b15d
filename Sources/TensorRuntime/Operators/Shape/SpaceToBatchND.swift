import TFLiteFormat

/// Each place of a block in its own batch (TFLite `SPACE_TO_BATCH_ND`).
///
/// - Inputs: a tensor of rank 3 or 4; the block's extents along the axes after the first; `[block rank, 2]` zeros
///   before and after. The last two are constants.
/// - Output: `[batch · places, padded / block …, rest]`.
/// - Formula: ``BatchBlocks``.
struct SpaceToBatchND: OptionlessOperator, MovementOperator {
  static let tfliteName = "SPACE_TO_BATCH_ND"
  static let builtinCode = 38

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let input = try inputs.type(0, of: movableTypes, rank: 3...4)
    let blocks = try BatchBlocks(inputs, rank: input.shape.count, margin: "padding")
    var shape = input.shape
    shape[0] *= blocks.placeCount
    for (axis, block) in blocks.block.enumerated() {
      let padded = shape[axis + 1] + blocks.margins[axis].before + blocks.margins[axis].after
      guard padded.isMultiple(of: block) else {
        throw .inputShape(
          input: 0, expected: "a multiple of \(block) with its padding at axis \(axis + 1)", found: input.shape)
      }
      shape[axis + 1] = padded / block
    }
    let output = try input.reshaped(shape)
    return Movement(
      to: output,
      blocks.parts(space: input.shape, batches: shape).flatMap { part in
        Move.around(
          part.extents, at: part.corner, in: part.whole, part.batches, input: nil, zeroByte: input.zeroByte)
          + [Move(part.extents, from: part.space, to: part.batches.moved(to: part.corner))]
      })
  }
}
