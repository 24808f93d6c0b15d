import MachineCode
import TensorKernels

/// The output rows, constants and products of an emitted int16 depthwise convolution. A 32-bit lane multiplies two
/// neighboring pixels of a channel by two weights:
///
///     pixels x, x + 1:    | c0 c1 c2 c3 c4 c5 c6 c7 |, | c0' c1' c2' c3' c4' c5' c6' c7' |    in each 128 bits
///     interleaved, low:   | c0 c0' c1 c1' c2 c2' c3 c3' |,    high: | c4 c4' … c7 c7' |
///
/// Packing the sums of both halves restores the order of channels. Pairs begin at even columns from a block's first
/// tap, so that output pixels share them: in a 3×3 filter, even pixels multiply w0 w1 and w2 0, odd ones 0 w0 and w1
/// w2.
///
///     packed, for each group of channels:
///     | 8191 … | low: scales, biases, ky 0: pairs 0 w0, w0 w1, w1 w2, w2 0; ky 1 … | high: … |
struct Int16DepthwiseLayout {
  /// The sizes: the input's limit is in the weights alone.
  let problem: DepthwiseConvolution.Problem
  var rows: Int
  let sections: [Section]

  /// Neighboring groups of channels of the same width.
  struct Section {
    let width: VectorWidth
    let firstChannel: Int
    let groupCount: Int

    /// Channels of a group: two per lane.
    var channelCount: Int { Self.channelCount(width) }
    static func channelCount(_ width: VectorWidth) -> Int { width.laneCount * 2 }
  }

  struct Identity: Hashable {
    let problem: DepthwiseConvolution.Problem
    let rows: Int
  }

  /// Layers with equal identities share code.
  var identity: Identity { Identity(problem: problem, rows: rows) }

  private var window: Window2D { problem.window }
  /// Maximum pixels of a block.
  private let pixels: Int
  /// Output rows of a call, and maximum pixels of a block: with 32 registers, rows that share inputs.
  static func tile(_ window: Window2D) -> (rows: Int, pixels: Int) {
    guard MachineCodeSupport.integerProducts.width == .bits512 else { return (1, 4) }
    // On a Zen 5, 3 to 15 % faster than two rows.
    let isTall = MachineCodeSupport.floatProducts.isFullRate && window.strideY == 1
    return (min(isTall ? 4 : 2, window.outputHeight), isTall ? 2 : 4)
  }

  /// Groups as wide as registers, then 256-bit ones; the last may overlap the previous one, whose channels are computed
  /// twice.
  init(_ problem: DepthwiseConvolution.Problem, rows: Int) {
    (self.problem, self.rows) = (problem.with(.floats), rows)
    pixels = Self.tile(problem.window).pixels
    let isWide = MachineCodeSupport.integerProducts.width == .bits512
    var sections: [Section] = []
    var first = 0
    for width in isWide ? [.bits512, .bits256Of32] : [VectorWidth.bits256] {
      let count = (problem.channels - first) / Section.channelCount(width)
      if count > 0 { sections.append(Section(width: width, firstChannel: first, groupCount: count)) }
      first += count * Section.channelCount(width)
    }
    let last: VectorWidth = isWide ? .bits256Of32 : .bits256
    if first < problem.channels {
      let first = problem.channels - Section.channelCount(last)
      sections.append(Section(width: last, firstChannel: first, groupCount: 1))
    }
    self.sections = sections
  }

  // MARK: Constants

  /// The pairs of weights of a filter row.
  private var pairCount: Int { window.filterWidth + 1 }
  private var halfByteCountPerLane: Int { (2 + window.filterHeight * pairCount) * 4 }
  /// Byte offset of a half in a group's constants.
  func halfOffset(_ half: Int, _ width: VectorWidth) -> Int {
    width.byteCount + half * halfByteCountPerLane * width.laneCount
  }
  func groupByteCount(_ width: VectorWidth) -> Int { halfOffset(2, width) }

  /// Whether all constants take much of the L1 cache. Reading them per block costs 6 to 9 % for 5×5 windows over 480
  /// channels and more; reading them per group costs 20 % for 3×3 ones over 64 channels.
  var hasManyConstants: Bool { byteCount > 16 << 10 }
  private var byteCount: Int { sections.reduce(0) { $0 + $1.groupCount * groupByteCount($1.width) } }

  func pack(_ weights: Int16DepthwiseWeights) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: byteCount / 4)
    var target = UnsafeMutableRawPointer(packed.pointer)
    for section in sections {
      for group in 0..<section.groupCount {
        let first = section.firstChannel + group * section.channelCount
        for lane in 0..<section.width.laneCount {
          target.storeBytes(of: BoundedInt16.terms.largestValue, toByteOffset: lane * 4, as: Float.self)
          for half in 0..<2 {
            let channel = first + lane / 4 * 8 + half * 4 + lane % 4
            write(weights, channel, to: target + halfOffset(half, section.width) + lane * 4, section.width)
          }
        }
        target += groupByteCount(section.width)
      }
    }
    return packed
  }

  /// Writes a channel's constants, a vector apart.
  private func write(
    _ weights: Int16DepthwiseWeights, _ channel: Int, to target: UnsafeMutableRawPointer, _ width: VectorWidth
  ) {
    target.storeBytes(of: weights.scales.pointer[channel], as: Float.self)
    target.storeBytes(of: weights.bias.pointer[channel], toByteOffset: width.byteCount, as: Float.self)
    let (rowCount, columnCount) = (window.filterHeight, window.filterWidth)
    for ky in 0..<rowCount {
      for pair in 0..<pairCount {
        let place = target + (2 + ky * pairCount + pair) * width.byteCount
        let row = (channel * rowCount + ky) * columnCount
        if pair > 0 { place.storeBytes(of: weights.filter.values[row + pair - 1], as: Int16.self) }
        if pair < columnCount {
          place.storeBytes(of: weights.filter.values[row + pair], toByteOffset: 2, as: Int16.self)
        }
      }
    }
  }

  // MARK: Blocks and products

  /// The input rows under the output rows, relative to the first one's first tap, in the table's order.
  var rowOffsets: [Int] { Array(0..<(rows - 1) * window.strideY + window.filterHeight) }

  /// The row in blocks of nearly equal width; those whose pairs are all inside the input share code.
  var blocks: [DepthwiseLayout.Block] {
    let count = (window.outputWidth + pixels - 1) / pixels
    return (0..<count).map { index in
      let first = index * window.outputWidth / count
      let end = (index + 1) * window.outputWidth / count
      let column = window.firstColumn(first)
      let reach = ((end - first - 1) * window.strideX + window.filterWidth + 1) / 2 * 2
      return DepthwiseLayout.Block(
        first: first, count: end - first, isInside: column >= 0 && column + reach <= window.inputWidth)
    }
  }

  /// The products of half of a block's channels, by input column (a pair's first) and pair of weights.
  func products(of block: DepthwiseLayout.Block) -> [DepthwiseLayout.Product] {
    let columns = 0..<window.inputWidth
    let pairsPerRow = (block.count - 1) * window.strideX + window.filterWidth + 1
    var products: [DepthwiseLayout.Product] = []
    for ky in 0..<window.filterHeight {
      for pair in 0..<pairCount {
        for row in 0..<rows {
          for pixel in 0..<block.count {
            let column = pixel * window.strideX + pair - 1
            guard column >= 0, column.isMultiple(of: 2) else { continue }
            let place = window.firstColumn(block.first) + column
            // Only the second column of the first pair counts, and the first of the last one.
            let isSeen =
              pair > 0 && columns.contains(place) || pair < window.filterWidth && columns.contains(place + 1)
            guard block.isInside || isSeen else { continue }
            let inputRow = row * window.strideY + ky
            products.append(
              DepthwiseLayout.Product(
                sum: row * block.count + pixel, weights: ky * pairCount + pair,
                input: DepthwiseLayout.Input(row: inputRow, column: block.isInside ? column : place, vector: 0),
                inputNumber: inputRow * pairsPerRow + column))
          }
        }
      }
    }
    return products
  }
}
