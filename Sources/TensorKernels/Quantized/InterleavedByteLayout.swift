import MachineCode

/// The layout of a depthwise convolution of bytes whose taps below each other are one instruction's terms.
///
///     group:    rows r … r+3 of the input, without a sign, interleaved into four planes
///     plane j:  | r c(4j), r+1 c(4j), r+2 c(4j), r+3 c(4j), r c(4j+1), … | the next sixteen channels | … | next pixel
///     weights:  | w0 c(4j), w1 c(4j), w2 c(4j), w3 c(4j), … |     for each column of the filter and each plane
///
/// Two unpacking instructions make planes; sums of four planes, packed twice, are bytes in the order of the channels.
/// The rows have the byte that stands for zero where the picture ends, so that every window has all taps, and the bias
/// is less by what that byte and the missing sign add to the sums.
///
/// Groups begin at every ``groupStep``th row, so that several output rows have one: their filters begin with rows of
/// zeros.
struct InterleavedByteLayout: Sendable, Hashable {
  let problem: ByteDepthwiseConvolution.Problem

  init(_ problem: ByteDepthwiseConvolution.Problem) { self.problem = problem }

  var window: Window2D { problem.depthwise.window }
  var channels: Int { problem.depthwise.channels }

  // MARK: Groups

  /// Groups of four rows under a window.
  var groupCount: Int { (window.filterHeight + 3) / 4 }
  /// Rows from a group to one that other output rows may have.
  var groupStep: Int { window.dilationY == 1 ? min(groupCount * 4 - window.filterHeight + 1, 4) : 1 }
  /// The rows of zeros that the filters of an output row begin with.
  func shift(_ y: Int) -> Int { y * window.strideY % groupStep }
  /// Those of all output rows.
  var shifts: [Int] { Set((0..<min(window.outputHeight, 4)).map(shift)).sorted() }
  /// The first row of the first group of an output row.
  func firstRow(_ y: Int) -> Int { window.firstRow(y) - shift(y) }

  // MARK: Planes

  /// Bytes of a pixel in a plane: channels in whole sixteens.
  var pixelByteCount: Int { (channels + 15) / 16 * 16 }
  /// Pixels of a row with those before and after it.
  var paddedWidth: Int {
    max(
      window.paddingLeft + window.inputWidth,
      (window.outputWidth - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1)
  }
  /// Bytes of a plane; vectors may read beyond its last pixel.
  var planeByteCount: Int { paddedWidth * pixelByteCount + 64 }
  var groupByteCount: Int { planeByteCount * 4 }
  /// What makes bytes with a sign bytes without one, 128 more.
  var flip: UInt8 { problem.input.isSigned ? 0x80 : 0 }

  // MARK: Vectors

  /// The channels that vectors of a row have: of one pixel, or of some pixels next to each other.
  struct Block: Hashable {
    let firstChannel: Int, channels: Int
    let pixels: Int
    /// The width of sums.
    let width: VectorWidth
  }

  /// The blocks of a pixel; all but the last one are alike.
  var blocks: [Block] {
    if window.strideX == 1, pixelByteCount <= 32 {
      return [Block(firstChannel: 0, channels: channels, pixels: 64 / pixelByteCount, width: .bits512)]
    }
    return stride(from: 0, to: channels, by: 64).map { first in
      let count = min(channels - first, 64)
      return Block(firstChannel: first, channels: count, pixels: 1, width: count > 32 ? .bits512 : .bits256Of32)
    }
  }

  // MARK: Weights

  /// Vectors of weights of a plane.
  var weightCount: Int { groupCount * window.filterWidth }
  /// Bytes of what there is for the channels of a plane: bias, factors and weights.
  var planeWeightsByteCount: Int { MemoryLayout<ByteRowCode.FusedChannels>.stride + weightCount * 64 }
  var blockWeightsByteCount: Int { planeWeightsByteCount * 4 }
  /// Bytes of all weights for one shift.
  var weightsByteCount: Int { blockWeightsByteCount * blocks.count }

  static func supports(_ problem: ByteDepthwiseConvolution.Problem) -> Bool {
    let layout = InterleavedByteLayout(problem), window = layout.window
    let products = MachineCodeSupport.integerProducts
    return ByteRowKernel.isAvailable && products.isFused && products.width == .bits512
      && problem.depthwise.batch > 0 && layout.channels.isMultiple(of: 8) && window.outputWidth > 0
      // Rows of whole sixteens are interleaved by whole vectors.
      && (window.inputWidth * layout.channels >= 64 || !layout.channels.isMultiple(of: 16)) && window.inputWidth > 0
      // All weights of a plane have registers; two groups, which stay in the cache.
      && layout.groupCount <= 2 && layout.weightCount <= 14 && layout.groupByteCount <= 1 << 19
      && window.strideX <= 1 << 10
  }

  /// The weights for all shifts; nil if they do not fit in bytes, or if there are no such factors.
  func pack(_ weights: ByteDepthwiseConvolution.Weights) -> AlignedBuffer? {
    guard weights.filter.allSatisfy({ Int8(exactly: $0) != nil }) else { return nil }
    let taps = window.filterHeight * window.filterWidth
    var factors: [FusedFactor] = [], bias: [Int32] = []
    let zero = problem.input.zeroPoint &+ Int32(flip)
    for channel in 0..<channels {
      let filter = (0..<taps).lazy.map { weights.filter[$0 * channels + channel] }
      let sums = problem.input.sums(bias: weights.bias[channel], filter)
      guard let factor = FusedFactor(weights.factors[channel], sums: sums, output: problem.output) else { return nil }
      factors.append(factor)
      bias.append(weights.bias[channel] &- filter.reduce(0) { $0 &+ Int32($1) } &* zero)
    }
    let packed = AlignedBuffer(zeros: shifts.count * weightsByteCount / 4)
    var target = UnsafeMutableRawPointer(packed.pointer)
    for shift in shifts {
      for block in blocks {
        for plane in 0..<4 {
          let lanes = channels(of: block, plane)
          let present = lanes.map { $0 ?? 0 }
          target.storeBytes(
            of: ByteRowCode.FusedChannels(
              bias: SIMD16(present.map { bias[$0] }), factors: FusedFactorLanes(present.map { factors[$0] })),
            as: ByteRowCode.FusedChannels.self)
          let bytes = target + MemoryLayout<ByteRowCode.FusedChannels>.stride
          for (lane, channel) in lanes.enumerated() {
            guard let channel else { continue }
            for tap in 0..<taps {
              let (ky, kx) = tap.quotientAndRemainder(dividingBy: window.filterWidth)
              let (group, row) = (ky + shift).quotientAndRemainder(dividingBy: 4)
              bytes.storeBytes(
                of: Int8(truncatingIfNeeded: weights.filter[tap * channels + channel]),
                toByteOffset: ((group * window.filterWidth + kx) * 16 + lane) * 4 + row, as: Int8.self)
            }
          }
          target += planeWeightsByteCount
        }
      }
    }
    return packed
  }

  /// The channels of a plane's lanes; nil where there is none.
  private func channels(of block: Block, _ plane: Int) -> [Int?] {
    (0..<16).map { lane in
      let place = lane / 4 * 16 + plane * 4 + lane % 4
      let channel = block.pixels > 1 ? place % pixelByteCount : place
      return channel < block.channels ? block.firstChannel + channel : nil
    }
  }
}
