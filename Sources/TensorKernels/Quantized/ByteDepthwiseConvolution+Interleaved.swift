import MachineCode

/// The layout of a depthwise convolution of bytes whose taps below each other are one instruction's terms.
///
///     rows:     | r0 c0, r1 c0, r2 c0, r3 c0 | r0 c1, r1 c1, … |    bytes without a sign, for four filter rows
///     weights:  | w0 c0, w1 c0, w2 c0, w3 c0 | …                    for each column of the filter
///
/// The rows have the byte that stands for zero where the picture ends, so that every window has all taps, and the bias
/// is less by what that byte and the missing sign add to the sums.
struct InterleavedByteLayout: Sendable, Hashable {
  let problem: ByteDepthwiseConvolution.Problem
  let requantizing: ByteRowCode.Function.Requantizing
  /// Whether the factors are ``FactorLanesInFloats``.
  let usesFloats: Bool

  /// For a convolution with such factors.
  init(_ problem: ByteDepthwiseConvolution.Problem, _ factors: [FixedPointMultiplier]) {
    self.problem = problem
    requantizing = ByteRowCode.Function.Requantizing(factors, .twice)
    usesFloats = factors.allSatisfy(FactorLanesInFloats.supports)
  }

  var window: Window2D { problem.depthwise.window }
  var channels: Int { problem.depthwise.channels }
  /// Groups of at most four filter rows.
  var groupCount: Int { (window.filterHeight + 3) / 4 }
  /// Filter rows of a group.
  func rowCount(_ group: Int) -> Int { min(window.filterHeight - group * 4, 4) }
  /// Pixels of a row with those before and after it.
  var paddedWidth: Int {
    max(
      window.paddingLeft + window.inputWidth,
      (window.outputWidth - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1)
  }
  /// Bytes of a group's row.
  var groupByteCount: Int { paddedWidth * channels * 4 }
  /// Vectors of weights of sixteen channels.
  var weightCount: Int { groupCount * window.filterWidth }
  /// Bytes of the bias and the factors of sixteen channels.
  var channelsByteCount: Int {
    usesFloats ? MemoryLayout<ByteRowCode.ChannelsInFloats>.stride : MemoryLayout<ByteRowCode.Channels>.stride
  }
  /// Bytes of what there is for sixteen channels: those, then the weights.
  var blockByteCount: Int { channelsByteCount + weightCount * 64 }
  /// Whether a row's groups are made from those of the row before it, by one row of the input.
  var isIncremental: Bool { window.strideY == 1 && window.dilationY == 1 }
  /// Output rows of a unit.
  var rowsPerUnit: Int { isIncremental ? max(min(8, window.outputHeight / 4), 1) : 1 }
  /// What makes bytes with a sign bytes without one, 128 more.
  var flip: UInt8 { problem.input.isSigned ? 0x80 : 0 }

  static func supports(_ problem: ByteDepthwiseConvolution.Problem) -> Bool {
    let layout = InterleavedByteLayout(problem, [])
    let products = MachineCodeSupport.integerProducts
    return ByteRowKernel.isAvailable && products.isFused && products.width == .bits512
      && problem.depthwise.batch > 0 && problem.depthwise.channels.isMultiple(of: 16)
      && layout.window.inputWidth > 0 && layout.window.outputWidth > 0
      // All weights of a block have registers; two groups, which stay in the cache.
      && layout.groupCount <= 2 && layout.weightCount <= 14 && layout.groupByteCount <= 1 << 19
      && layout.window.strideX <= 1 << 10
  }

  /// The weights; nil if they do not fit in bytes.
  func pack(_ weights: ByteDepthwiseConvolution.Weights) -> AlignedBuffer? {
    guard weights.filter.allSatisfy({ Int8(exactly: $0) != nil }) else { return nil }
    let packed = AlignedBuffer(zeros: channels / 16 * blockByteCount / 4)
    let zero = problem.input.zeroPoint &+ Int32(flip)
    for block in 0..<channels / 16 {
      let target = UnsafeMutableRawPointer(packed.pointer) + block * blockByteCount
      let bytes = target + channelsByteCount
      var bias = SIMD16<Int32>()
      for lane in 0..<16 {
        let channel = block * 16 + lane
        var sum: Int32 = 0
        for ky in 0..<window.filterHeight {
          for kx in 0..<window.filterWidth {
            let weight = weights.filter[(ky * window.filterWidth + kx) * channels + channel]
            sum &+= Int32(weight)
            bytes.storeBytes(
              of: Int8(truncatingIfNeeded: weight),
              toByteOffset: ((ky / 4 * window.filterWidth + kx) * 16 + lane) * 4 + ky % 4, as: Int8.self)
          }
        }
        bias[lane] = weights.bias[channel] &- sum &* zero
      }
      let factors = weights.factors[block * 16..<block * 16 + 16]
      if usesFloats {
        target.storeBytes(
          of: ByteRowCode.ChannelsInFloats(bias: bias, factors: FactorLanesInFloats(factors)),
          as: ByteRowCode.ChannelsInFloats.self)
      } else {
        target.storeBytes(
          of: ByteRowCode.Channels(bias: bias, factors: FactorLanes(factors)), as: ByteRowCode.Channels.self)
      }
    }
    return packed
  }
}

/// A depthwise convolution of bytes in integers, a row of the output at a time: rows of the input are interleaved, then
/// each output pixel takes one instruction for each column of the filter and four of its rows.
///
/// A unit is a few rows. Where windows move by a row, the first rows of a group are the last ones of the row before:
/// one byte of four is new.
struct InterleavedByteDepthwise: UnitKernel {
  /// The arguments of the code that interleaves rows, of which it reads as many as the group has.
  struct RowArguments {
    let row0: UnsafeRawPointer, row1: UnsafeRawPointer, row2: UnsafeRawPointer, row3: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let constants: UnsafePointer<Float>
  }

  /// The arguments of the code that computes a row.
  struct Arguments {
    let rows: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    let weights: UnsafePointer<Float>
    let constants: UnsafePointer<Float>
  }

  /// The constants of both.
  struct Constants {
    let flip: SIMD64<UInt8>, zero: SIMD64<UInt8>
    let product = ProductConstants()
    let floats: FloatRequantization.Constants
    let zeroPoint: SIMD16<Int32>, lower: SIMD16<Int32>, upper: SIMD16<Int32>

    init(_ layout: InterleavedByteLayout) {
      let (input, output) = (layout.problem.input, layout.problem.output)
      flip = SIMD64(repeating: layout.flip)
      zero = SIMD64(repeating: UInt8(truncatingIfNeeded: input.zeroPoint) ^ layout.flip)
      floats = FloatRequantization.Constants(output)
      zeroPoint = SIMD16(repeating: output.zeroPoint)
      (lower, upper) = (SIMD16(repeating: output.lower), SIMD16(repeating: output.upper))
    }
  }

  private let layout: InterleavedByteLayout
  /// A row outside the picture.
  private let border: AlignedBuffer
  private let weights: AlignedBuffer, constants: AlignedBuffer
  private let codes: [ExecutableMemory]
  /// Interleaves the rows of each group; makes the group of a following row.
  private let interleaving: [EmittedFunction<RowArguments>], following: [EmittedFunction<RowArguments>]
  private let function: EmittedFunction<Arguments>

  /// Packs the weights and emits the code; nil if they do not fit in bytes, or if the system refuses the pages.
  init?(
    _ problem: ByteDepthwiseConvolution.Problem, _ weights: ByteDepthwiseConvolution.Weights, _ allocator: CodeAllocator
  ) {
    let layout = InterleavedByteLayout(problem, weights.factors)
    guard let packed = layout.pack(weights), let emitted = CurrentEmitter.type?.interleavedByteDepthwise(layout),
      let code = allocator.allocate(emitted, name: "byte-depthwise")
    else { return nil }
    var codes = [code]
    func functions(areFollowing: Bool) -> [EmittedFunction<RowArguments>] {
      (0..<layout.groupCount).compactMap { group in
        CurrentEmitter.type?.byteInterleaving(layout, rows: layout.rowCount(group), isFollowing: areFollowing)
          .flatMap { allocator.allocate($0, name: "byte-interleaving") }
          .map {
            codes.append($0)
            return EmittedFunction($0)
          }
      }
    }
    interleaving = functions(areFollowing: false)
    following = layout.rowsPerUnit > 1 ? functions(areFollowing: true) : []
    guard codes.count == 1 + (layout.rowsPerUnit > 1 ? 2 : 1) * layout.groupCount else { return nil }
    (self.layout, self.weights, self.codes) = (layout, packed, codes)
    function = EmittedFunction(code)
    constants = AlignedBuffer(Constants(layout))
    border = AlignedBuffer(zeros: layout.window.inputWidth * layout.channels / 4)
    UnsafeMutableRawPointer(border.pointer).initializeMemory(
      as: UInt8.self, repeating: UInt8(truncatingIfNeeded: problem.input.zeroPoint), count: border.byteCount)
  }

  private var unitsPerPicture: Int { (layout.window.outputHeight + layout.rowsPerUnit - 1) / layout.rowsPerUnit }
  var unitCount: Int { layout.problem.depthwise.batch * unitsPerPicture }
  var elementsPerUnit: Int? { layout.rowsPerUnit * layout.window.outputWidth * layout.channels }
  var scratchCount: Int { layout.groupCount * layout.groupByteCount / 4 }
  var memory: [any KernelMemory] { [border, weights, constants] + codes }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units { for call in calls(of: unit, operands) { call.run() } }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    guard units.count * layout.rowsPerUnit * (layout.groupCount + 1) <= EmittedCall.mostOfOperator else { return nil }
    return units.flatMap { calls(of: $0, operands) }
  }

  private func calls(of unit: Int, _ operands: KernelOperands) -> [EmittedCall] {
    let (picture, band) = unit.quotientAndRemainder(dividingBy: unitsPerPicture)
    let first = band * layout.rowsPerUnit
    return (first..<min(first + layout.rowsPerUnit, layout.window.outputHeight)).flatMap {
      calls(ofRow: $0, picture, isFirst: $0 == first, operands)
    }
  }

  private func calls(
    ofRow y: Int, _ picture: Int, isFirst: Bool, _ operands: KernelOperands
  ) -> [EmittedCall] {
    let window = layout.window
    let pixels = operands.inputBytes(0) + picture * window.inputHeight * window.inputWidth * layout.channels
    let rows = UnsafeMutableRawPointer(operands.scratch)
    /// The input row under a filter row.
    func row(_ ky: Int) -> UnsafeRawPointer {
      let row = window.firstRow(y) + ky * window.dilationY
      guard ky < window.filterHeight, row >= 0, row < window.inputHeight
      else { return UnsafeRawPointer(border.pointer) }
      return pixels + row * window.inputWidth * layout.channels
    }
    let interleave = (isFirst ? interleaving : following).enumerated().map { group, function in
      // The code for a following row reads its last one.
      let start = group * 4 + (isFirst ? 0 : layout.rowCount(group) - 1)
      return function.call(
        RowArguments(
          row0: row(start), row1: row(start + 1), row2: row(start + 2), row3: row(start + 3),
          target: rows + group * layout.groupByteCount, constants: constants.pointer))
    }
    return interleave + [
      function.call(
        Arguments(
          rows: rows,
          output: operands.outputBytes() + (picture * window.outputHeight + y) * window.outputWidth * layout.channels,
          weights: weights.pointer, constants: constants.pointer))
    ]
  }
}
