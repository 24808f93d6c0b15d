import MachineCode
import TensorKernels

extension MachineInt16Depthwise {
  static func x86(_ layout: Int16DepthwiseLayout) -> [UInt8]? {
    var code = X86Assembler()
    Int16DepthwiseEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineInt16Depthwise`` for some output rows: block by block, or channel group by channel
/// group if constants do not fit the L1 cache along with pixels.
private struct Int16DepthwiseEmitter {
  private let layout: Int16DepthwiseLayout
  private var problem: DepthwiseConvolution.Problem { layout.problem }

  private let registers: X86RegisterFile
  /// The arguments. Weights and output advance from group to group.
  private let table: X86GeneralRegister, weights: X86GeneralRegister, output: X86GeneralRegister
  /// The address of an input row without a register.
  private let row: X86GeneralRegister
  private let groupsLeft: X86GeneralRegister, blocksLeft: X86GeneralRegister
  /// Byte offset in an input row of the group's channels, or of the block's first tap if its place varies.
  private let column: X86GeneralRegister
  /// The addresses of input rows that have a register; the last one may reuse the table's.
  private let rows: [X86GeneralRegister]

  init(_ layout: Int16DepthwiseLayout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<DepthwiseRows.Arguments>()
    (table, weights, output) = (arguments[\.rows], arguments[\.weights], arguments[\.output])
    var registers = X86RegisterFile(arguments: arguments.all)
    row = registers.general()
    (groupsLeft, blocksLeft, column) = (registers.general(), registers.general(), registers.general())
    rows = (0..<8).map { _ in registers.general() } + [table]
    self.registers = registers
  }

  private var pixelByteCount: Int { problem.channels * 2 }
  private var holdsRows: Bool { layout.rowOffsets.count <= rows.count }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    if holdsRows {
      for index in layout.rowOffsets.indices {
        code.mov(rows[index], X86Memory(table, index * AlignedBuffer.pointerByteCount))
      }
    }
    code.mov(column, 0)
    if layout.hasManyConstants {
      emitGroups(&code) { code in emitBlocks(&code) { code, block in emitBlock(&code, block) } }
    } else {
      emitBlocks(&code) { code, block in emitGroups(&code) { code in emitBlock(&code, block) } }
    }
    code.leave(registers)
  }

  /// Loops over all groups of channels, in instructions of their widths. Preserves the registers.
  private func emitGroups(_ code: inout X86Assembler, _ body: (inout X86Assembler) -> Void) {
    var (channel, byteCount) = (0, 0)
    for section in layout.sections {
      // Overlapping groups begin before the previous one's end.
      code.add(column, (section.firstChannel - channel) * 2)
      code.add(output, (section.firstChannel - channel) * 2)
      channel = section.firstChannel + section.groupCount * section.channelCount
      byteCount += section.groupCount * layout.groupByteCount(section.width)
      code.vectorWidth = section.width
      code.mov(groupsLeft, section.groupCount)
      let next = code.here()
      body(&code)
      code.add(weights, layout.groupByteCount(section.width))
      code.add(column, section.channelCount * 2)
      code.add(output, section.channelCount * 2)
      code.sub(groupsLeft, 1)
      code.jump(.notEqual, next)
    }
    code.sub(weights, byteCount)
    code.sub(column, channel * 2)
    code.sub(output, channel * 2)
  }

  /// Loops over all blocks of a row. Preserves column and output.
  private func emitBlocks(
    _ code: inout X86Assembler, _ body: (inout X86Assembler, DepthwiseLayout.Block) -> Void
  ) {
    let window = problem.window
    for (block, repeats) in layout.blocks.runs {
      let start = block.isInside ? window.firstColumn(block.first) * pixelByteCount : 0
      let step = block.isInside ? block.count * window.strideX * pixelByteCount : 0
      code.add(column, start)
      code.mov(blocksLeft, repeats)
      let again = code.here()
      body(&code, block)
      code.add(column, step)
      code.add(output, block.count * pixelByteCount)
      code.sub(blocksLeft, 1)
      code.jump(.notEqual, again)
      code.sub(column, start + repeats * step)
    }
    code.sub(output, window.outputWidth * pixelByteCount)
  }

  /// A block of a group of channels: the sums of one half, then of the other.
  private func emitBlock(_ code: inout X86Assembler, _ block: DepthwiseLayout.Block) {
    let products = layout.products(of: block)
    let width = code.vectorWidth.byteCount
    var registers = X86RegisterFile(arguments: [], width: code.vectorWidth)
    var halves: [[X86VectorRegister]] = []
    for half in 0..<2 {
      let sums = registers.vectors(layout.rows * block.count)
      halves.append(sums)
      for sum in sums { code.vxorps(sum, sum, sum) }
      emitProducts(&code, block, products, sums, half: half, registers)
      var end = registers
      let (scale, bias, limit) = (end.vector(), end.vector(), end.vector())
      let constants = layout.halfOffset(half, code.vectorWidth)
      code.vmovups(scale, X86Memory(weights, constants))
      code.vmovups(bias, X86Memory(weights, constants + width))
      code.vmovups(limit, X86Memory(weights))
      for sum in sums {
        code.vcvtdq2ps(sum, sum)
        code.vfmadd213ps(sum, scale, bias)
        code.emitBoundedIntegers(sum, limit: limit)
      }
    }
    let zero = registers.vector()
    code.vxorps(zero, zero, zero)
    let outputRow = problem.window.outputWidth * pixelByteCount
    for number in halves[0].indices {
      let place = number / block.count * outputRow + number % block.count * pixelByteCount
      code.vpackssdw(halves[0][number], halves[0][number], halves[1][number])
      code.vpmaxsw(halves[0][number], halves[0][number], zero)
      code.vmovups(X86Memory(output, place), halves[0][number])
    }
  }

  private func emitProducts(
    _ code: inout X86Assembler, _ block: DepthwiseLayout.Block, _ products: [DepthwiseLayout.Product],
    _ sums: [X86VectorRegister], half: Int, _ free: X86RegisterFile
  ) {
    var free = free
    let (weight, spare) = (free.vector(), free.vector())
    // For pairs without a register of their own.
    let pair = free.vector()
    let inputRegisters = free.vectors(free.freeVectorCount)
    var inputs = DepthwiseInputs(products, registerCount: inputRegisters.count)
    let weightsOffset = layout.halfOffset(half, code.vectorWidth) + 2 * code.vectorWidth.byteCount
    var loaded = -1
    for index in products.indices {
      let product = products[index]
      if loaded != product.weights {
        loaded = product.weights
        let place = weightsOffset + product.weights * code.vectorWidth.byteCount
        code.vmovups(weight, X86Memory(weights, place))
        // Prefetches the next group's constants.
        if layout.hasManyConstants {
          code.prefetcht0(X86Memory(weights, place + layout.groupByteCount(code.vectorWidth)))
        }
      }
      let input: X86VectorRegister
      switch inputs.place(index) {
      case .held(let place): input = inputRegisters[place]
      case .loaded(let place):
        input = inputRegisters[place]
        emitPair(&code, block, product.input, half: half, to: input, spare)
      case .memory:
        input = pair
        emitPair(&code, block, product.input, half: half, to: input, spare)
      }
      code.addWordProducts(sums[product.sum], input, weight, products: spare)
    }
  }

  /// Loads two neighboring pixels, interleaved; zeros outside the input.
  private func emitPair(
    _ code: inout X86Assembler, _ block: DepthwiseLayout.Block, _ input: DepthwiseLayout.Input, half: Int,
    to pair: X86VectorRegister, _ pixel: X86VectorRegister
  ) {
    if !holdsRows { code.mov(row, X86Memory(table, input.row * AlignedBuffer.pointerByteCount)) }
    func place(_ column: Int) -> X86Memory {
      X86Memory(holdsRows ? rows[input.row] : row, index: self.column, scale: 1, column * pixelByteCount)
    }
    func isInside(_ column: Int) -> Bool { block.isInside || (0..<problem.window.inputWidth).contains(column) }
    if isInside(input.column) {
      code.vmovups(pixel, place(input.column))
    } else {
      code.vxorps(pixel, pixel, pixel)
    }
    var second = X86VectorOperand.register(pair)
    if isInside(input.column + 1) {
      second = .memory(place(input.column + 1))
    } else {
      code.vxorps(pair, pair, pair)
    }
    if half == 0 { code.vpunpcklwd(pair, pixel, second) } else { code.vpunpckhwd(pair, pixel, second) }
  }
}

extension X86Assembler {
  /// Rounds floats, clamped from above; packing to unsigned then clamps negative ones to zero, as ``BoundedInt16``
  /// requires.
  mutating func emitBoundedIntegers(_ value: X86VectorRegister, limit: X86VectorRegister) {
    // `vminps` returns the limit for NaN in the first operand.
    vminps(value, limit, value)
    vcvtps2dq(value, value)
  }
}
