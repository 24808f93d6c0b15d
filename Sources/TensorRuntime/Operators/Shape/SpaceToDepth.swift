import TFLiteFormat

/// Square blocks of pixels put into channels (TFLite `SPACE_TO_DEPTH`).
///
/// - Input: `[batch, height · block, width · block, channels]`, of any element type.
/// - Output: `[batch, height, width, block² · channels]`; the block's rows are the outermost part of the channels.
package struct SpaceToDepth: MovementOperator {
  package static let tfliteName = "SPACE_TO_DEPTH"
  package static let builtinCode = 26

  private let block: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    block = try PixelBlocks.size(options)
  }

  package func movement(_ inputs: Operands) throws(OperatorError) -> Movement {
    try inputs.expectCount(1...1)
    let input = try inputs.type(0, of: movableTypes, rank: 4...4)
    guard input.shape[1].isMultiple(of: block), input.shape[2].isMultiple(of: block) else {
      throw .inputShape(input: 0, expected: "height and width that are multiples of \(block)", found: input.shape)
    }
    let blocks = PixelBlocks(
      [input.shape[0], input.shape[1] / block, input.shape[2] / block, input.shape[3]], block: block)
    let output = try input.reshaped(blocks.deep)
    return Movement(to: output, [Move(blocks.extents, from: blocks.spreadWalk, to: blocks.deepWalk)])
  }
}
