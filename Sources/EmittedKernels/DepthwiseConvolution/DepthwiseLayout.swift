import TensorKernels

/// The output rows, constants and order of sums of an emitted depthwise convolution.
///
///     packed, for each group of a tile's channels:
///     | header (EmittedEpilogue) | kx 0: ky 0: one weight per channel, ky 1 … | kx 1 … |
///
/// Taps are added column by column, as in XNNPACK (`src/indirection.c`, dwconv), so that results equal LiteRT's to the
/// bit.
struct DepthwiseLayout {
  let problem: DepthwiseConvolution.Problem
  let epilogue: EmittedEpilogue
  let tile: DepthwiseTile
  var rows: Int

  struct Identity: Hashable {
    let problem: DepthwiseConvolution.Problem
    let activation: EmittedEpilogue.Activation
    let tile: DepthwiseTile
    let rows: Int
  }

  /// Layers with equal identities share code.
  var identity: Identity {
    Identity(
      problem: problem, activation: EmittedEpilogue.Activation(epilogue.epilogue.activation), tile: tile, rows: rows)
  }

  /// Byte offset of a group's weights.
  var weightsOffset: Int { epilogue.headerByteCount(vectors: tile.vectors) }
  var groupByteCount: Int {
    weightsOffset + problem.window.filterHeight * problem.window.filterWidth * tile.channelCount * 4
  }

  var groupCount: Int { (problem.channels + tile.channelCount - 1) / tile.channelCount }
  /// Channels that the last group has in common with the one before.
  var sharedChannels: Int { groupCount * tile.channelCount - problem.channels }

  func pack(_ weights: LayerWeights) -> AlignedBuffer {
    let window = problem.window
    let width = tile.channelCount
    let stride = groupByteCount / 4
    let packed = AlignedBuffer(zeros: groupCount * stride)
    let filter = weights.filter
    for group in 0..<groupCount {
      let target = packed.pointer + group * stride
      let channel = min(group * width, problem.channels - width)
      epilogue.write(to: target, channel: channel, vectors: tile.vectors)
      let first = target + weightsOffset / 4
      for tap in 0..<window.filterHeight * window.filterWidth {
        let (kx, ky) = tap.quotientAndRemainder(dividingBy: window.filterHeight)
        let source = (ky * window.filterWidth + kx) * problem.channels + channel
        (first + tap * width).update(from: filter + source, count: width)
      }
    }
    return packed
  }

  // MARK: Rows and blocks

  /// The input rows under the output rows, relative to the first one's first tap, in the table's order.
  var rowOffsets: [Int] {
    let taps = problem.window.filterHeight
    var isUsed = [Bool](repeating: false, count: offset(row: rows - 1, ky: taps - 1) + 1)
    for row in 0..<rows {
      for ky in 0..<taps { isUsed[offset(row: row, ky: ky)] = true }
    }
    var offsets: [Int] = []
    for offset in isUsed.indices where isUsed[offset] { offsets.append(offset) }
    return offsets
  }

  private func offset(row: Int, ky: Int) -> Int { row * problem.window.strideY + ky * problem.window.dilationY }

  /// Output pixels of a row computed together.
  struct Block: Equatable {
    let first: Int
    let count: Int
    /// Whether all taps are inside the input, so that blocks of one size share code.
    let isInside: Bool
  }

  var blocks: [Block] {
    let window = problem.window
    let count = (window.outputWidth + tile.pixels - 1) / tile.pixels
    return (0..<count).map { index in
      let first = index * window.outputWidth / count
      let end = (index + 1) * window.outputWidth / count
      let isInside = [first, end - 1].allSatisfy { window.columnTaps($0).count == window.filterWidth }
      return Block(first: first, count: end - first, isInside: isInside)
    }
  }

  // MARK: Products

  /// A vector of input pixels: the row in the table, and the column relative to the block's first tap.
  struct Input {
    let row: Int, column: Int, vector: Int
  }

  /// A tap's weights times an input vector, added to a sum.
  struct Product {
    let sum: Int
    let weights: Int
    let input: Input
    /// Unique for each input.
    let inputNumber: Int
  }

  func sumNumber(row: Int, pixel: Int, vector: Int, of block: Block) -> Int {
    (row * block.count + pixel) * tile.vectors + vector
  }

  /// A block's products in the order of addition.
  func products(of block: Block) -> [Product] {
    let window = problem.window
    let addresses = rowOffsets
    let columnCount = (block.count - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1
    /// By tap and output row.
    let rowIndices = (0..<window.filterHeight).map { ky in
      (0..<rows).map { row in addresses.firstIndex(of: offset(row: row, ky: ky)) ?? 0 }
    }
    var products: [Product] = []
    products.reserveCapacity(window.filterWidth * window.filterHeight * tile.vectors * rows * block.count)
    for kx in 0..<window.filterWidth {
      for ky in 0..<window.filterHeight {
        let rowIndices = rowIndices[ky]
        for vector in 0..<tile.vectors {
          let weights = (kx * window.filterHeight + ky) * tile.vectors + vector
          for row in 0..<rows {
            for pixel in 0..<block.count {
              let column = pixel * window.strideX + kx * window.dilationX
              let place = window.firstColumn(block.first) + column
              guard block.isInside || (0..<window.inputWidth).contains(place) else { continue }
              products.append(
                Product(
                  sum: sumNumber(row: row, pixel: pixel, vector: vector, of: block), weights: weights,
                  input: Input(row: rowIndices[row], column: block.isInside ? column : place, vector: vector),
                  inputNumber: (rowIndices[row] * columnCount + column) * tile.vectors + vector))
            }
          }
        }
      }
    }
    return products
  }
}

extension [DepthwiseLayout.Block] {
  /// The blocks in order; a run shares code.
  var runs: [(block: DepthwiseLayout.Block, count: Int)] {
    var runs: [(block: DepthwiseLayout.Block, count: Int)] = []
    for block in self {
      if let last = runs.last, last.block.isInside, block.isInside, last.block.count == block.count {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((block, 1))
      }
    }
    return runs
  }
}
