import MachineCode

/// A depthwise convolution emitted for its sizes: a call computes one output row.
///
/// A tile of output pixels × channels is in registers at a time: eight pixels × eight channels, or fewer pixels of more
/// channels (``DepthwiseTile``). Columns outside the input are left out when the code is emitted; a row outside is a row of
/// zeros when it runs.
///
///     packed, for each group of a tile's channels:
///     | header (EmittedEpilogue) | kx 0: ky 0: one weight a channel, ky 1 … | kx 1 … |
///
/// The taps of a sum are added column by column, as XNNPACK does (`src/indirection.c`, dwconv), so that results equal
/// LiteRT's to the bit.
struct MachineDepthwiseConvolution: DepthwiseConvolutionKernel {
  private typealias Function =
    @convention(c) (UnsafePointer<UnsafePointer<Float>>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void

  private let problem: DepthwiseConvolution.Problem
  private let code: ExecutableMemory
  private let packed: AlignedBuffer
  private let zeros: AlignedBuffer
  private let function: Function

  var unitCount: Int { problem.batch * problem.window.outputHeight }

  /// Output pixels computed together.
  private struct Block: Equatable {
    let first: Int
    let count: Int
    /// Whether every tap of every pixel lies inside the input, so that blocks of one size share their code.
    let isInside: Bool
  }

  static func supports(_ problem: DepthwiseConvolution.Problem) -> Bool {
    let window = problem.window
    return MachineCodeSupport.obstacle == nil && problem.multiplier == 1 && problem.channels.isMultiple(of: 8)
      && problem.channels > 0 && window.filterHeight * window.filterWidth <= 81
      && window.inputWidth * problem.channels < 1 << 24 && window.outputWidth * problem.channels < 1 << 24
      && window.outputWidth > 0 && window.outputHeight > 0 && window.inputWidth > 0 && window.inputHeight > 0
      && window.strideX <= 16 && window.dilationX <= 16 && window.paddingLeft < 1 << 12
  }

  /// Packs the weights and emits the code; falls back to portable vectors if the system refuses the pages.
  static func make(
    _ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights
  ) -> any DepthwiseConvolutionKernel {
    MachineDepthwiseConvolution(problem, weights) ?? SIMDDepthwiseConvolution(problem, weights)
  }

  private init?(_ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let epilogue = EmittedEpilogue(epilogue: weights.epilogue)
    let tile = DepthwiseTile(problem)
    packed = Self.pack(problem, weights, epilogue, tile)
    zeros = AlignedBuffer(zeros: problem.window.inputWidth * problem.channels)
    guard let code = ExecutableMemory(Self.emit(problem, epilogue, tile).finished()) else { return nil }
    self.code = code
    function = unsafeBitCast(code.address, to: Function.self)
  }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    let window = problem.window
    let rowStride = window.inputWidth * problem.channels
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: window.filterHeight) { rows in
      guard let table = rows.baseAddress else { return }
      for unit in units {
        let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
        let pixels = input + picture * window.inputHeight * rowStride
        for ky in 0..<window.filterHeight {
          let row = window.firstRow(y) + ky * window.dilationY
          (table + ky).initialize(
            to: row >= 0 && row < window.inputHeight ? pixels + row * rowStride : UnsafePointer(zeros.pointer))
        }
        function(table, packed.pointer, output + unit * window.outputWidth * problem.channels)
      }
    }
  }

  // MARK: Weights

  private static func groupByteCount(
    _ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue, _ tile: DepthwiseTile
  ) -> Int {
    epilogue.headerByteCount(vectors: tile.vectors)
      + problem.window.filterHeight * problem.window.filterWidth * tile.vectors * 32
  }

  private static func pack(
    _ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights, _ epilogue: EmittedEpilogue,
    _ tile: DepthwiseTile
  ) -> AlignedBuffer {
    let window = problem.window
    let width = tile.vectors * 8
    let stride = groupByteCount(problem, epilogue, tile) / 4
    let packed = AlignedBuffer(zeros: problem.channels / width * stride)
    for group in 0..<problem.channels / width {
      let target = packed.pointer + group * stride
      epilogue.write(to: target, channel: group * width, vectors: tile.vectors)
      let first = target + epilogue.headerByteCount(vectors: tile.vectors) / 4
      for tap in 0..<window.filterHeight * window.filterWidth {
        let (kx, ky) = tap.quotientAndRemainder(dividingBy: window.filterHeight)
        let source = (ky * window.filterWidth + kx) * problem.channels + group * width
        (first + tap * width).update(from: weights.filter + source, count: width)
      }
    }
    return packed
  }

  // MARK: Code

  /// The row cut into blocks of nearly equal width.
  private static func blocks(_ window: Window2D, _ tile: DepthwiseTile) -> [Block] {
    let count = (window.outputWidth + tile.pixels - 1) / tile.pixels
    return (0..<count).map { index in
      let first = index * window.outputWidth / count
      let end = (index + 1) * window.outputWidth / count
      let isInside = [first, end - 1].allSatisfy { window.columnTaps($0).count == window.filterWidth }
      return Block(first: first, count: end - first, isInside: isInside)
    }
  }

  /// Registers that hold the input rows while there are enough of them.
  private static let rowRegisters: [GeneralRegister] = [.rbx, .rbp, .r12, .r13, .r14]

  /// Arguments: `rdi` table of input rows, `rsi` weights, `rdx` output row.
  private static func emit(
    _ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue, _ tile: DepthwiseTile
  ) -> Assembler {
    let window = problem.window
    let pixel = problem.channels * 4
    var code = Assembler()
    let holdsRows = window.filterHeight <= rowRegisters.count
    if holdsRows {
      for register in rowRegisters { code.push(register) }
      for ky in 0..<window.filterHeight { code.mov(rowRegisters[ky], Memory(.rdi, ky * 8)) }
    }
    let blocks = blocks(window, tile)
    var index = 0
    while index < blocks.count {
      let block = blocks[index]
      var repeats = 1
      while block.isInside, index + repeats < blocks.count, blocks[index + repeats].isInside,
        blocks[index + repeats].count == block.count
      {
        repeats += 1
      }
      // `r9`: bytes from the start of an input row to the block's first tap, where the block's place is not constant.
      code.mov(.r9, block.isInside ? window.firstColumn(block.first) * pixel : 0)
      if repeats > 1 { code.mov(.rcx, repeats) }
      let again = code.here()
      emitBlock(&code, problem, epilogue, tile, block, holdsRows: holdsRows)
      // A block leaves `r9` and `rdx` one pixel further.
      code.add(.rdx, (block.count - 1) * pixel)
      if repeats > 1 {
        code.add(.r9, (block.count * window.strideX - 1) * pixel)
        code.sub(.rcx, 1)
        code.jump(.notEqual, again)
      }
      index += repeats
    }
    code.vzeroupper()
    if holdsRows {
      for register in rowRegisters.reversed() { code.pop(register) }
    }
    code.ret()
    return code
  }

  /// All channels of one block: `r8` groups left, `r11` the group's weights. Moves `r9` and `rdx` along by one pixel.
  private static func emitBlock(
    _ code: inout Assembler, _ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue,
    _ tile: DepthwiseTile, _ block: Block, holdsRows: Bool
  ) {
    let window = problem.window
    let pixel = problem.channels * 4
    let vectors = tile.vectors
    let header = epilogue.headerByteCount(vectors: vectors)
    func sum(_ o: Int, _ vector: Int) -> VectorRegister { VectorRegister(o * vectors + vector) }
    code.mov(.r8, problem.channels / (vectors * 8))
    code.mov(.r11, .rsi)
    let nextGroup = code.here()
    for o in 0..<block.count {
      for vector in 0..<vectors { code.vmovups(sum(o, vector), Memory(.r11, vector * 32)) }
    }
    var loads = 0
    for kx in 0..<window.filterWidth {
      // Input columns of this filter column, for the output pixels that have them.
      let columns = (0..<block.count).compactMap { o -> (pixel: Int, column: Int)? in
        let offset = o * window.strideX + kx * window.dilationX
        if block.isInside { return (o, offset) }
        let column = window.firstColumn(block.first) + offset
        return column >= 0 && column < window.inputWidth ? (o, column) : nil
      }
      guard !columns.isEmpty else { continue }
      for ky in 0..<window.filterHeight {
        if !holdsRows { code.mov(.rax, Memory(.rdi, ky * 8)) }
        let row = holdsRows ? rowRegisters[ky] : .rax
        for vector in 0..<vectors {
          let weight = VectorRegister(8 + loads % 8)
          loads += 1
          let tap = kx * window.filterHeight + ky
          code.vmovups(weight, Memory(.r11, header + (tap * vectors + vector) * 32))
          for use in columns {
            code.vfmadd231ps(
              sum(use.pixel, vector), weight,
              Memory(row, index: .r9, scale: 1, use.column * pixel + vector * 32))
          }
        }
      }
    }
    let sums = (0..<block.count).flatMap { o in (0..<vectors).map { (register: sum(o, $0), vector: $0) } }
    epilogue.emit(
      &code, sums: sums, header: .r11, vectors: vectors,
      spare: [VectorRegister(13), VectorRegister(14), VectorRegister(15)])
    for o in 0..<block.count {
      for vector in 0..<vectors { code.vmovups(Memory(.rdx, o * pixel + vector * 32), sum(o, vector)) }
    }
    code.add(.r11, groupByteCount(problem, epilogue, tile))
    code.add(.r9, vectors * 32)
    code.add(.rdx, vectors * 32)
    code.sub(.r8, 1)
    code.jump(.notEqual, nextGroup)
  }
}
