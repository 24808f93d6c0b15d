import TFLiteFormat

/// The blocks of TFLite's `SPACE_TO_BATCH_ND` and `BATCH_TO_SPACE_ND`: each place in a block has its own batch.
///
///     space[n, y · block + by − before, …] = batches[(by, …, n), y, …]
///
/// Both directions have inputs: a tensor of rank 3 or 4; the block's extents; `[block rank, 2]` elements of padding or
/// cropping before and after. The last two are constants.
struct BatchBlocks {
  /// One for each axis after the first.
  let block: [Int]
  /// Elements before and after along these axes that exist only in the batches.
  let margins: [(before: Int, after: Int)]

  init(_ inputs: Operands, rank: Int, margin: String) throws(OperatorError) {
    block = try inputs.integers(1)
    guard (1...rank - 1).contains(block.count) else {
      throw .inputShape(input: 1, expected: "at most [\(rank - 1)]", found: try inputs.required(1).type.shape)
    }
    var places = 1
    for extent in block {
      guard (1...FixedLimits.blockSize).contains(extent) else { throw .value(name: "block extent", extent) }
      places *= extent
      // Each place is a separate move.
      guard places <= FixedLimits.blockSize else { throw .value(name: "block size", places) }
    }
    let values = try inputs.integers(2, count: 2 * block.count, as: "[\(block.count), 2]")
    for value in values where value < 0 || value > FixedLimits.windowExtent { throw .value(name: margin, value) }
    margins = block.indices.map { (values[2 * $0], values[2 * $0 + 1]) }
  }

  var placeCount: Int { block.reduce(1, *) }

  /// A place of a block in both layouts.
  struct Part {
    /// The elements in both layouts.
    let extents: [Int]
    let space: Walk, batches: Walk
    /// The start of these elements in the place's batches, and the batches' extents.
    let corner: [Int], whole: [Int]
  }

  /// The parts of all places.
  func parts(space: [Int], batches: [Int]) -> [Part] {
    let spaceWalk = Walk(over: space), batchWalk = Walk(over: batches)
    let whole = [space[0]] + batches[1...]
    return (0..<placeCount).map { place in
      var extents = space
      var spaceIndex = [Int](repeating: 0, count: space.count)
      var corner = spaceIndex
      var walk = spaceWalk
      var rest = place
      for axis in block.indices.reversed() {
        let offset = rest % block[axis] - margins[axis].before
        rest /= block[axis]
        // The first block whose place is inside the space, and the one after the last.
        let first = offset >= 0 ? 0 : (-offset + block[axis] - 1) / block[axis]
        let end = (space[axis + 1] - offset + block[axis] - 1) / block[axis]
        extents[axis + 1] = max(min(end, batches[axis + 1]) - first, 0)
        spaceIndex[axis + 1] = first * block[axis] + offset
        corner[axis + 1] = first
        walk.steps[axis + 1] *= block[axis]
      }
      walk.start = spaceWalk.moved(to: spaceIndex).start
      let origin = Walk(start: place * space[0] * batchWalk.steps[0], steps: batchWalk.steps)
      return Part(extents: extents, space: walk, batches: origin, corner: corner, whole: whole)
    }
  }
}
