/// The two layouts of a picture of square blocks: adjacent pixels, and one deep pixel per block.
///
/// Both are traversed as `[batch, y, y in block, x, x in block, channel]`.
struct PixelBlocks {
  let extents: [Int]
  let spread: [Int], deep: [Int]

  /// - Parameter shape: pictures, blocks in height and width, channels of a pixel.
  init(_ shape: [Int], block: Int) {
    extents = [shape[0], shape[1], block, shape[2], block, shape[3]]
    spread = [shape[0], shape[1] * block, shape[2] * block, shape[3]]
    deep = [shape[0], shape[1], shape[2], block * block * shape[3]]
  }

  var spreadWalk: Walk { Walk(over: extents) }

  var deepWalk: Walk {
    let steps = Walk(over: [extents[0], extents[1], extents[3], extents[2], extents[4], extents[5]]).steps
    return Walk(steps: [steps[0], steps[1], steps[3], steps[2], steps[4], steps[5]])
  }

  static func size(_ options: OperatorOptions) throws(OperatorError) -> Int {
    let size = try options.integer(0)
    guard (1...FixedLimits.blockSide).contains(size) else { throw .option(name: "block_size", value: size) }
    return size
  }
}
