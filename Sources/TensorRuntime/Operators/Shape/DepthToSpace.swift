import TFLiteFormat

/// Channels spread over square blocks of pixels (TFLite `DEPTH_TO_SPACE`).
///
/// - Input: `[batch, height, width, block² · channels]`, of any element type.
/// - Output: `[batch, height · block, width · block, channels]`; the block's rows are the outermost part of the
///   channels.
package struct DepthToSpace: MovementOperator {
  package static let tfliteName = "DEPTH_TO_SPACE"
  package static let builtinCode = 5

  private let block: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    block = try PixelBlocks.size(options)
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes, rank: 4...4)
    guard input.shape[3].isMultiple(of: block * block) else {
      throw .inputShape(input: 0, expected: "a multiple of \(block * block) channels", found: input.shape)
    }
    let blocks = PixelBlocks(
      [input.shape[0], input.shape[1], input.shape[2], input.shape[3] / (block * block)], block: block)
    let output = try input.reshaped(blocks.spread)
    return Movement(to: output, [Move(blocks.extents, from: blocks.deepWalk, to: blocks.spreadWalk)])
  }
}
