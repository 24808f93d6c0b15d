import TFLiteFormat

/// Batches moved back to the places of blocks (TFLite `BATCH_TO_SPACE_ND`).
///
/// - Inputs: a tensor of rank 3 or 4; the block's extents along the axes after the first; `[block rank, 2]` elements
///   cropped before and after. The last two are constants.
/// - Output: `[batch / places, extent · block − cut …, rest]`.
/// - Formula: ``BatchBlocks``.
struct BatchToSpaceND: OptionlessOperator, MovementOperator {
  static let tfliteName = "BATCH_TO_SPACE_ND"
  static let builtinCode = 37

  func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(3...3)
    let input = try inputs.type(0, of: movableTypes, rank: 3...4)
    let blocks = try BatchBlocks(inputs, rank: input.shape.count, margin: "crop")
    guard input.shape[0].isMultiple(of: blocks.placeCount) else {
      throw .inputShape(input: 0, expected: "a multiple of \(blocks.placeCount) batches", found: input.shape)
    }
    var shape = input.shape
    shape[0] /= blocks.placeCount
    for (axis, block) in blocks.block.enumerated() {
      shape[axis + 1] *= block
      shape[axis + 1] -= blocks.margins[axis].before + blocks.margins[axis].after
    }
    let output = try input.reshaped(shape)
    return Movement(
      to: output,
      blocks.parts(space: shape, batches: input.shape).map { part in
        Move(part.extents, from: part.batches.moved(to: part.corner), to: part.space)
      })
  }
}
