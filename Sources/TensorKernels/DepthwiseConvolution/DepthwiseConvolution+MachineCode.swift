import MachineCode

/// A depthwise convolution emitted for its sizes: a call computes one output row.
///
/// Up to eight output pixels are in registers at a time, for eight channels; each input pixel under them is loaded once a
/// filter row. Columns outside the input are left out when the code is emitted, rows outside are skipped when it runs.
///
///     packed, for each eight channels:  | header (EmittedEpilogue) | ky 0: kx 0: 8 weights, kx 1 … | ky 1 … |
struct MachineDepthwiseConvolution: DepthwiseConvolutionKernel {
  private typealias Function =
    @convention(c) (UnsafePointer<UnsafePointer<Float>?>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void

  private let problem: DepthwiseConvolution.Problem
  private let code: ExecutableMemory
  private let packed: AlignedBuffer
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
    packed = Self.pack(problem, weights, epilogue)
    guard let code = ExecutableMemory(Self.emit(problem, epilogue).finished()) else { return nil }
    self.code = code
    function = unsafeBitCast(code.address, to: Function.self)
  }

  func run(units: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    let window = problem.window
    let rowStride = window.inputWidth * problem.channels
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: window.filterHeight) { rows in
      guard let table = rows.baseAddress else { return }
      for unit in units {
        let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
        let pixels = input + picture * window.inputHeight * rowStride
        for ky in 0..<window.filterHeight {
          let row = window.firstRow(y) + ky * window.dilationY
          (table + ky).initialize(
            to: row >= 0 && row < window.inputHeight ? pixels + row * rowStride : nil)
        }
        function(table, packed.pointer, output + unit * window.outputWidth * problem.channels)
      }
    }
  }

  // MARK: Weights

  private static func groupByteCount(_ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue) -> Int {
    epilogue.headerByteCount(vectors: 1) + problem.window.filterHeight * problem.window.filterWidth * 32
  }

  private static func pack(
    _ problem: DepthwiseConvolution.Problem, _ weights: LayerWeights, _ epilogue: EmittedEpilogue
  ) -> AlignedBuffer {
    let taps = problem.window.filterHeight * problem.window.filterWidth
    let stride = groupByteCount(problem, epilogue) / 4
    let packed = AlignedBuffer(zeros: problem.channels / 8 * stride)
    for group in 0..<problem.channels / 8 {
      let target = packed.pointer + group * stride
      epilogue.write(to: target, channel: group * 8, vectors: 1)
      let first = target + epilogue.headerByteCount(vectors: 1) / 4
      for tap in 0..<taps {
        (first + tap * 8).update(from: weights.filter + tap * problem.channels + group * 8, count: 8)
      }
    }
    return packed
  }

  // MARK: Code

  /// The row cut into blocks of nearly equal width.
  private static func blocks(_ window: Window2D) -> [Block] {
    let count = (window.outputWidth + 7) / 8
    return (0..<count).map { index in
      let first = index * window.outputWidth / count
      let end = (index + 1) * window.outputWidth / count
      let isInside = [first, end - 1].allSatisfy { window.columnTaps($0).count == window.filterWidth }
      return Block(first: first, count: end - first, isInside: isInside)
    }
  }

  /// Arguments: `rdi` table of input rows, `rsi` weights, `rdx` output row.
  private static func emit(_ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue) -> Assembler {
    let window = problem.window
    let pixel = problem.channels * 4
    var code = Assembler()
    let blocks = blocks(window)
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
      emitBlock(&code, problem, epilogue, block)
      code.add(.rdx, block.count * pixel)
      if repeats > 1 {
        code.add(.r9, block.count * window.strideX * pixel)
        code.sub(.rcx, 1)
        code.jump(.notEqual, again)
      }
      index += repeats
    }
    code.vzeroupper()
    code.ret()
    return code
  }

  /// All channels of one block: `r8` groups left, `r10` bytes from pixel to group, `r11` the group's weights.
  private static func emitBlock(
    _ code: inout Assembler, _ problem: DepthwiseConvolution.Problem, _ epilogue: EmittedEpilogue, _ block: Block
  ) {
    let window = problem.window
    let pixel = problem.channels * 4
    let header = epilogue.headerByteCount(vectors: 1)
    let keepsWeights = window.filterWidth <= 5
    code.mov(.r8, problem.channels / 8)
    code.mov(.r10, 0)
    code.mov(.r11, .rsi)
    let nextGroup = code.here()
    for o in 0..<block.count { code.vmovups(VectorRegister(o), Memory(.r11)) }
    // Columns under the block, from its first tap.
    let span = (block.count - 1) * window.strideX + (window.filterWidth - 1) * window.dilationX + 1
    for ky in 0..<window.filterHeight {
      let skip = code.label()
      code.mov(.rax, Memory(.rdi, ky * 8))
      code.test(.rax, .rax)
      code.jump(.equal, skip)
      code.add(.rax, .r9)
      code.add(.rax, .r10)
      let weights = header + ky * window.filterWidth * 32
      if keepsWeights {
        for kx in 0..<window.filterWidth {
          code.vmovups(VectorRegister(8 + kx), Memory(.r11, weights + kx * 32))
        }
      }
      var loads = 0
      for j in 0..<span {
        let column = window.firstColumn(block.first) + j
        guard block.isInside || (column >= 0 && column < window.inputWidth) else { continue }
        let uses = (0..<window.filterWidth).compactMap { kx -> (pixel: Int, kx: Int)? in
          let offset = j - kx * window.dilationX
          guard offset >= 0, offset.isMultiple(of: window.strideX), offset / window.strideX < block.count else {
            return nil
          }
          return (offset / window.strideX, kx)
        }
        guard !uses.isEmpty else { continue }
        let input = VectorRegister(13 + loads % 3)
        loads += 1
        code.vmovups(input, Memory(.rax, (block.isInside ? j : column) * pixel))
        for use in uses {
          if keepsWeights {
            code.vfmadd231ps(VectorRegister(use.pixel), input, VectorRegister(8 + use.kx))
          } else {
            code.vfmadd231ps(VectorRegister(use.pixel), input, Memory(.r11, weights + use.kx * 32))
          }
        }
      }
      code.bind(skip)
    }
    let sums = (0..<block.count).map { (register: VectorRegister($0), vector: 0) }
    epilogue.emit(
      &code, sums: sums, header: .r11, vectors: 1,
      spare: [VectorRegister(13), VectorRegister(14), VectorRegister(15)])
    code.lea(.rax, Memory(.rdx, index: .r10, scale: 1))
    for o in 0..<block.count { code.vmovups(Memory(.rax, o * pixel), VectorRegister(o)) }
    code.add(.r11, groupByteCount(problem, epilogue))
    code.add(.r10, 32)
    code.sub(.r8, 1)
    code.jump(.notEqual, nextGroup)
  }
}
