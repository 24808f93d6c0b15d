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

  /// The same with other numbers: what code depends on.
  var form: InterleavedByteLayout {
    InterleavedByteLayout(
      ByteDepthwiseConvolution.Problem(problem.depthwise, input: problem.input.form, output: problem.output.form))
  }

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
    weights.filter.withUnsafeBufferPointer { pack(weights, filter: $0) }
  }

  private func pack(
    _ weights: ByteDepthwiseConvolution.Weights, filter: UnsafeBufferPointer<Int16>
  ) -> AlignedBuffer? {
    var bits: Int16 = 0
    for weight in filter { bits |= weight ^ (weight >> 15) }
    guard bits < 128 else { return nil }
    let (columns, taps, count) = (window.filterWidth, window.filterHeight * window.filterWidth, channels)
    var factors: [FusedFactor] = [], bias: [Int32] = []
    factors.reserveCapacity(count)
    bias.reserveCapacity(count)
    let zero = problem.input.zeroPoint &+ Int32(flip)
    for channel in 0..<count {
      var (negative, positive) = (0, 0)
      for tap in 0..<taps {
        let weight = Int(filter[tap * count + channel])
        if weight < 0 { negative += weight } else { positive += weight }
      }
      let sums = problem.input.sums(bias: weights.bias[channel], negative: negative, positive: positive)
      guard let factor = FusedFactor(weights.factors[channel], sums: sums, output: problem.output) else { return nil }
      factors.append(factor)
      bias.append(weights.bias[channel] &- Int32(negative + positive) &* zero)
    }
    let shifts = shifts, stride = weightsByteCount
    let packed = AlignedBuffer(zeros: shifts.count * stride / 4)
    var target = UnsafeMutableRawPointer(packed.pointer)
    for block in blocks {
      for plane in 0..<4 {
        let lanes = channels(of: block, plane)
        var lanesBias = SIMD16<Int32>()
        for lane in 0..<16 { lanesBias[lane] = bias[max(lanes[lane], 0)] }
        let header = ByteRowCode.FusedChannels(
          bias: lanesBias, factors: FusedFactorLanes((0..<16).lazy.map { factors[max(lanes[$0], 0)] }))
        for index in shifts.indices {
          (target + index * stride).storeBytes(of: header, as: ByteRowCode.FusedChannels.self)
        }
        let words = target + MemoryLayout<ByteRowCode.FusedChannels>.stride
        for tap in 0..<taps {
          let weights = Self.words(filter.baseAddress.unsafelyUnwrapped + tap * count, lanes)
          // The rows of a column, as they are below each other in the groups.
          let (row, column) = tap.quotientAndRemainder(dividingBy: columns)
          for (index, shift) in shifts.enumerated() {
            let (group, byte) = (row + shift).quotientAndRemainder(dividingBy: 4)
            let place = (words + index * stride).assumingMemoryBound(to: SIMD16<UInt32>.self)
            place[group * columns + column] |= weights &<< SIMD16(repeating: 8 * UInt32(byte))
          }
        }
        target += planeWeightsByteCount
      }
    }
    return packed
  }

  /// The weights of some channels as bytes in words; zero where there is no channel.
  private static func words(_ weights: UnsafePointer<Int16>, _ lanes: [Int]) -> SIMD16<UInt32> {
    var words = SIMD16<UInt32>()
    for lane in 0..<16 where lanes[lane] >= 0 {
      words[lane] = UInt32(UInt8(truncatingIfNeeded: weights[lanes[lane]]))
    }
    return words
  }

  /// The channels of a plane's lanes; -1 where there is none.
  private func channels(of block: Block, _ plane: Int) -> [Int] {
    (0..<16).map { lane in
      let place = lane / 4 * 16 + plane * 4 + lane % 4
      let channel = block.pixels > 1 ? place % pixelByteCount : place
      return channel < block.channels ? block.firstChannel + channel : -1
    }
  }
}
