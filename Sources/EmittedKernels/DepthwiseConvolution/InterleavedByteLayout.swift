import MachineCode
import TensorKernels

/// The layout of a depthwise convolution of bytes in which one instruction sums four vertically adjacent taps.
///
///     group:    input rows r … r+3, unsigned, interleaved into four planes
///     plane j:  | r c(4j), r+1 c(4j), r+2 c(4j), r+3 c(4j), r c(4j+1), … | the next sixteen channels | … | next pixel
///     weights:  | w0 c(4j), w1 c(4j), w2 c(4j), w3 c(4j), … |     for each filter column and plane
///
/// Two unpack instructions make planes; packing the sums of four planes twice restores the order of channels. Rows are
/// padded with the zero point, so that every window has all taps; the bias corrects the sums for zero point and missing
/// sign.
///
/// Planes pad a pixel's channels to sixteen. Channels that are not whole eights are a sequence instead, whose vectors
/// hold the channels of neighboring pixels without gaps; vectors of a block overlap those before where a row ends:
///
///     group:    | r c0, r+1 c0, r+2 c0, r+3 c0, r c1, … | the next pixel |
///
/// Groups begin at every ``groupStep``th row and are shared by output rows whose filters are shifted by rows of zeros.
struct InterleavedByteLayout: Sendable, Hashable {
  /// The sizes.
  let problem: DepthwiseConvolution.Problem
  let input: ByteRange, output: ByteRange

  /// Nil unless code can be emitted for it.
  init?(_ problem: DepthwiseConvolution.Problem) {
    guard case .bytes(let input, let output) = problem.elements else { return nil }
    self.init(problem, input, output)
    guard isSupported else { return nil }
  }

  private init(_ problem: DepthwiseConvolution.Problem, _ input: ByteRange, _ output: ByteRange) {
    (self.problem, self.input, self.output) = (problem.with(.floats), input, output)
  }

  /// What code depends on; other values are canonical.
  var form: InterleavedByteLayout { InterleavedByteLayout(problem, input.form, output.form) }

  var window: Window2D { problem.window }
  var channels: Int { problem.channels }

  // MARK: Groups

  /// Groups of four rows under a window.
  var groupCount: Int { (window.filterHeight + 3) / 4 }
  /// Rows from one group to the next.
  var groupStep: Int { window.dilationY == 1 ? min(groupCount * 4 - window.filterHeight + 1, 4) : 1 }
  /// Rows of zeros before an output row's filter.
  func shift(_ y: Int) -> Int { y * window.strideY % groupStep }
  var shifts: [Int] { Set((0..<min(window.outputHeight, 4)).map(shift)).sorted() }
  /// The first row of an output row's first group.
  func firstRow(_ y: Int) -> Int { window.firstRow(y) - shift(y) }

  // MARK: Planes

  var isSequence: Bool { !channels.isMultiple(of: 8) }
  /// Of a group; a sequence is one.
  var planeCount: Int { isSequence ? 1 : 4 }
  /// Bytes of a pixel in a plane, whose channels are padded to sixteen, or in a sequence.
  var pixelByteCount: Int { isSequence ? channels * 4 : (channels + 15) / 16 * 16 }
  var paddedWidth: Int {
    max(
      window.paddingLeft + window.inputWidth,
      (window.outputWidth - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1)
  }
  /// Bytes of a plane, in whole sixteens; vectors may read beyond its last pixel.
  var planeByteCount: Int { (paddedWidth * pixelByteCount + 15) / 16 * 16 + 64 }
  /// In whole cache lines.
  var groupByteCount: Int { (planeByteCount * planeCount + 63) / 64 * 64 }
  /// Bytes between the four vectors of a block in a group.
  var vectorStep: Int { isSequence ? 64 : planeByteCount }
  /// XOR mask from signed to unsigned bytes, 128 larger.
  var flip: UInt8 { input.isSigned ? 0x80 : 0 }

  // MARK: Vectors

  /// Channels in the vectors of a row: of one pixel, or of several neighbors. In a sequence, channels are counted on
  /// through those pixels.
  struct Block: Hashable {
    let firstChannel: Int, channels: Int
    let pixels: Int
    let width: VectorWidth
  }

  /// The blocks of a pixel, or of a sequence's repeated pixels; all but the last are alike.
  var blocks: [Block] {
    if isSequence {
      let (pixels, end) = (repeatedPixels, repeatedPixels * channels)
      return stride(from: 0, to: end, by: 64).map {
        Block(firstChannel: min($0, end - 64), channels: 64, pixels: pixels, width: .bits512)
      }
    }
    if window.strideX == 1, pixelByteCount <= 32 {
      return [Block(firstChannel: 0, channels: channels, pixels: 64 / pixelByteCount, width: .bits512)]
    }
    return stride(from: 0, to: channels, by: 64).map { first in
      let count = min(channels - first, 64)
      return Block(firstChannel: first, channels: count, pixels: 1, width: count > 32 ? .bits512 : .bits256Of32)
    }
  }

  /// Pixels after which the blocks of a sequence repeat: the fewest with nearly the fewest blocks in a row.
  private var repeatedPixels: Int {
    let least = (channels + 63) / channels
    let counts = (least...max(least, maxRepeatedPixels)).map {
      (pixels: $0, blocks: (window.outputWidth + $0 - 1) / $0 * (($0 * channels + 63) / 64))
    }
    let fewest = counts.map { $0.blocks }.min() ?? 0
    return counts.first { $0.blocks * 8 <= fewest * 9 }?.pixels ?? least
  }

  /// Neighbors are read as one vector only without a stride.
  private var maxRepeatedPixels: Int { window.strideX == 1 ? min(window.outputWidth, 64) : 1 }

  /// The channel at a place of a block, if any.
  private func channel(_ block: Block, _ place: Int) -> Int? {
    if isSequence { return (block.firstChannel + place) % channels }
    let channel = block.pixels > 1 ? place % pixelByteCount : place
    return channel < block.channels ? block.firstChannel + channel : nil
  }

  // MARK: Weights

  var weightCount: Int { groupCount * window.filterWidth }
  /// Bytes of a plane's bias, factors and weights.
  var planeWeightsByteCount: Int { MemoryLayout<ByteRowCode.FusedChannels>.stride + weightCount * 64 }
  var blockWeightsByteCount: Int { planeWeightsByteCount * 4 }
  /// Bytes of all weights for one shift.
  var weightsByteCount: Int { blockWeightsByteCount * blocks.count }

  private var isSupported: Bool {
    let products = MachineCodeSupport.integerProducts
    return ByteRowKernel.isAvailable && products.isFused && products.width == .bits512
      && problem.batch > 0 && channels > 0 && window.outputWidth > 0 && window.inputWidth > 0
      // Sequences and rows of whole sixteens are interleaved in whole vectors.
      && (window.inputWidth * channels >= 64 || channels % 16 == 8)
      && (!isSequence || maxRepeatedPixels * channels >= 64)
      // A plane's weights fit in registers, and two groups in the cache.
      && groupCount <= 2 && weightCount <= 14 && groupByteCount <= 1 << 19
      && window.strideX <= 1 << 10
  }

  /// The weights for all shifts; nil if they are not bytes, or factors cannot be fused.
  func pack(_ weights: ByteDepthwiseWeights) -> AlignedBuffer? {
    guard ByteFilter(weights.filter).isOfBytes, let headers = headers(weights) else { return nil }
    let (blocks, shifts, columns, stride) = (blocks, shifts, window.filterWidth, weightsByteCount)
    let packed = AlignedBuffer(zeros: shifts.count * stride / 4), length = blocks.count * 64
    let zeros = [UInt8](repeating: 0, count: length)
    bytes(weights.filter, blocks).withUnsafeBytes { bytes in
      zeros.withUnsafeBytes { zeros in
        guard let bytes = bytes.baseAddress, let zeros = zeros.baseAddress else { return }
        for (index, shift) in shifts.enumerated() {
          var target = UnsafeMutableRawPointer(packed.pointer) + index * stride
          for block in blocks.indices {
            for plane in 0..<4 {
              (target + plane * planeWeightsByteCount).storeBytes(
                of: headers[block * 4 + plane], as: ByteRowCode.FusedChannels.self)
            }
            let words = target + MemoryLayout<ByteRowCode.FusedChannels>.stride
            for vector in 0..<weightCount {
              let (group, column) = vector.quotientAndRemainder(dividingBy: columns)
              func row(_ byte: Int) -> UnsafeRawPointer {
                let y = group * 4 + byte - shift
                return y >= 0 && y < window.filterHeight
                  ? bytes + (y * columns + column) * length + block * 64 : zeros
              }
              interleave((row(0), row(1), row(2), row(3)), to: words + vector * 64)
            }
            target += blockWeightsByteCount
          }
        }
      }
    }
    return packed
  }

  /// Interleaves 64 bytes of four rows; each plane gets four of every sixteen, or in a sequence, sixteen.
  @inline(__always)
  private func interleave(
    _ rows: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer), to vector: UnsafeMutableRawPointer
  ) {
    let step = isSequence ? 16 : planeWeightsByteCount
    for first in stride(from: 0, to: 64, by: 16) {
      func bytes(_ row: UnsafeRawPointer) -> SIMD16<UInt8> {
        row.loadUnaligned(fromByteOffset: first, as: SIMD16<UInt8>.self)
      }
      var (above, below, words) = (SIMD32<UInt8>(), SIMD32<UInt8>(), SIMD32<UInt16>())
      (above.evenHalf, above.oddHalf) = (bytes(rows.0), bytes(rows.1))
      (below.evenHalf, below.oddHalf) = (bytes(rows.2), bytes(rows.3))
      words.evenHalf = unsafeBitCast(above, to: SIMD16<UInt16>.self)
      words.oddHalf = unsafeBitCast(below, to: SIMD16<UInt16>.self)
      let target = vector + (isSequence ? first / 16 * planeWeightsByteCount : first)
      let planes = (words.lowHalf.lowHalf, words.lowHalf.highHalf, words.highHalf.lowHalf, words.highHalf.highHalf)
      target.storeBytes(of: planes.0, as: SIMD8<UInt16>.self)
      target.storeBytes(of: planes.1, toByteOffset: step, as: SIMD8<UInt16>.self)
      target.storeBytes(of: planes.2, toByteOffset: 2 * step, as: SIMD8<UInt16>.self)
      target.storeBytes(of: planes.3, toByteOffset: 3 * step, as: SIMD8<UInt16>.self)
    }
  }

  /// Each tap's weights in the order of the blocks, padded to 64 bytes each.
  private func bytes(_ filter: [Int16], _ blocks: [Block]) -> [UInt8] {
    let (taps, length) = (window.filterHeight * window.filterWidth, blocks.count * 64)
    let places = blocks.flatMap { block in (0..<64).map { channel(block, $0) ?? -1 } }
    var bytes = [UInt8](repeating: 0, count: taps * length)
    bytes.withUnsafeMutableBufferPointer { bytes in
      filter.withUnsafeBufferPointer { filter in
        for tap in 0..<taps {
          for place in 0..<length where places[place] >= 0 {
            bytes[tap * length + place] = UInt8(truncatingIfNeeded: filter[tap * channels + places[place]])
          }
        }
      }
    }
    return bytes
  }

  /// Bias and factors of each plane of each block; nil if factors cannot be fused.
  private func headers(_ weights: ByteDepthwiseWeights) -> [ByteRowCode.FusedChannels]? {
    let sums = weights.requantization
    let (count, zero) = (channels, input.zeroPoint &+ Int32(flip))
    var (all, negative) = ([Int32](repeating: 0, count: count), [Int32](repeating: 0, count: count))
    weights.filter.withUnsafeBufferPointer { filter in
      all.withUnsafeMutableBufferPointer { all in
        negative.withUnsafeMutableBufferPointer { negative in
          for first in stride(from: 0, to: filter.count, by: count) {
            for channel in 0..<count {
              let weight = Int32(filter[first + channel])
              all[channel] &+= weight
              negative[channel] &+= weight & (weight >> 31)
            }
          }
        }
      }
    }
    var factors: [FusedFactor] = []
    factors.reserveCapacity(count)
    for channel in 0..<count {
      let range = input.sums(
        bias: sums.bias[channel], negative: Int(negative[channel]), positive: Int(all[channel] - negative[channel]))
      guard let factor = FusedFactor(sums.factors[channel], sums: range, output: output) else { return nil }
      factors.append(factor)
    }
    return blocks.flatMap { block in
      (0..<4).map { plane in
        let channels = (0..<16).map { lane in
          channel(block, isSequence ? plane * 16 + lane : lane / 4 * 16 + plane * 4 + lane % 4)
        }
        func lanes<T: Numeric>(_ value: (_ channel: Int) -> T) -> SIMD16<T> {
          SIMD16(lanes: channels.count) { channels[$0].map(value) ?? 0 }
        }
        let bias = lanes { sums.bias[$0] &- all[$0] &* zero }
        let factors = FusedFactorLanes(
          high: lanes { factors[$0].high }, low: lanes { factors[$0].low }, offset: lanes { factors[$0].offset })
        return ByteRowCode.FusedChannels(bias: bias, factors: factors)
      }
    }
  }
}
