import MachineCode
import TensorKernels

extension MachineDepthwiseConvolution {
  static func arm64(_ layout: DepthwiseLayout) -> [UInt8]? {
    var code = ARM64Assembler()
    ARM64DepthwiseEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineDepthwiseConvolution`` for some output rows.
private struct ARM64DepthwiseEmitter {
  private let layout: DepthwiseLayout
  private var problem: DepthwiseConvolution.Problem { layout.problem }
  private var tile: DepthwiseTile { layout.tile }

  private let registers: ARM64RegisterFile
  /// The arguments. The output advances along the row.
  private let table: ARM64GeneralRegister, weights: ARM64GeneralRegister, output: ARM64GeneralRegister
  private let blocksLeft: ARM64GeneralRegister, groupsLeft: ARM64GeneralRegister
  private let group: ARM64GeneralRegister
  /// The addresses of the block's first tap in each input row, if there are enough registers.
  private let rows: [ARM64GeneralRegister]
  /// Otherwise, the byte offset of that tap in a row.
  private let column: ARM64GeneralRegister
  private let line: ARM64GeneralRegister

  /// Maximum row addresses in registers: two output rows of a five-row filter with stride 2 have seven.
  private static let maxRows = 10

  init(_ layout: DepthwiseLayout) {
    self.layout = layout
    let arguments = ARM64ArgumentRegisters<DepthwiseRows.Arguments>()
    (table, weights, output) = (arguments[\.rows], arguments[\.weights], arguments[\.output])
    var registers = ARM64RegisterFile(arguments: arguments.all, allVectors: true)
    (blocksLeft, groupsLeft, group) = (registers.general(), registers.general(), registers.general())
    (column, line) = (registers.general(), registers.general())
    let count = layout.rowOffsets.count
    rows = count <= Self.maxRows ? (0..<count).map { _ in registers.general() } : []
    self.registers = registers
  }

  private var holdsRows: Bool { !rows.isEmpty }
  private var pixelByteCount: Int { problem.channels * 4 }
  private var vectorByteCount: Int { tile.width.byteCount }

  func emit(_ code: inout ARM64Assembler) {
    code.enter(registers)
    for (block, repeats) in layout.blocks.runs {
      emitStart(&code, at: block.isInside ? problem.window.firstColumn(block.first) * pixelByteCount : 0)
      if repeats > 1 { code.mov(blocksLeft, repeats) }
      let again = code.here()
      emitBlock(&code, block)
      // A block has advanced column and output by one pixel.
      code.add(output, output, (block.count - 1) * pixelByteCount)
      if repeats > 1 {
        advanceInput(&code, by: (block.count * problem.window.strideX - 1) * pixelByteCount)
        code.subs(blocksLeft, blocksLeft, 1)
        code.b(.notEqual, again)
      }
    }
    code.leave(registers)
  }

  private func emitStart(_ code: inout ARM64Assembler, at byteOffset: Int) {
    guard holdsRows else { return code.mov(column, byteOffset) }
    for (index, row) in rows.enumerated() {
      code.ldr(row, ARM64Memory(table, index * AlignedBuffer.pointerByteCount))
      if byteOffset != 0 { code.add(row, row, byteOffset) }
    }
  }

  private func advanceInput(_ code: inout ARM64Assembler, by byteCount: Int) {
    for register in holdsRows ? rows : [column] where byteCount != 0 { code.add(register, register, byteCount) }
  }

  /// All channels of one block. Advances input and output by one pixel.
  private func emitBlock(_ code: inout ARM64Assembler, _ block: DepthwiseLayout.Block) {
    let vectors = tile.vectors
    var registers = registers
    let sums = registers.vectors(layout.rows * block.count * vectors)
    code.mov(groupsLeft, problem.channels / tile.channelCount)
    code.mov(group, weights)
    let nextGroup = code.here()
    for (number, sum) in sums.enumerated() {
      code.ldr(q: sum, ARM64Memory(group, layout.epilogue.biasOffset(number % vectors)))
    }
    emitProducts(&code, layout.products(of: block), sums, registers)
    var end = registers
    layout.epilogue.emit(
      &code, sums: sums.enumerated().map { ($1, $0 % vectors) }, header: group, vectors: vectors,
      spare: end.vectors(3))
    for row in 0..<layout.rows {
      if row > 0 { code.add(line, output, row * problem.window.outputWidth * pixelByteCount) }
      for pixel in 0..<block.count {
        for vector in 0..<vectors {
          let place = code.reachable(
            ARM64Memory(row > 0 ? line : output, pixel * pixelByteCount + vector * vectorByteCount))
          code.str(q: sums[layout.sumNumber(row: row, pixel: pixel, vector: vector, of: block)], place)
        }
      }
    }
    code.add(group, group, layout.groupByteCount)
    advanceInput(&code, by: vectors * vectorByteCount)
    code.add(output, output, vectors * vectorByteCount)
    code.subs(groupsLeft, groupsLeft, 1)
    code.b(.notEqual, nextGroup)
  }

  private func load(_ code: inout ARM64Assembler, _ register: ARM64VectorRegister, _ input: DepthwiseLayout.Input) {
    let offset = input.column * pixelByteCount + input.vector * vectorByteCount
    var row = ARM64GeneralRegister.x16
    if holdsRows {
      row = rows[input.row]
    } else {
      code.ldr(row, ARM64Memory(table, input.row * AlignedBuffer.pointerByteCount))
      code.add(row, row, column)
    }
    let memory = code.reachable(ARM64Memory(row, offset))
    code.ldr(q: register, memory)
  }

  private func emitProducts(
    _ code: inout ARM64Assembler, _ products: [DepthwiseLayout.Product], _ sums: [ARM64VectorRegister],
    _ free: ARM64RegisterFile
  ) {
    var free = free
    let weightRegisters = free.vectors(3)
    /// For inputs that are used once.
    let passing = free.vectors(3)
    let inputRegisters = free.vectors(free.freeVectorCount)
    var inputs = DepthwiseInputs(products, registerCount: inputRegisters.count)
    var (weightLoads, passingLoads) = (0, 0)
    var loaded = -1
    var schedule = ProductSchedule(lead: 8)
    for index in products.indices {
      let product = products[index]
      if loaded != product.weights {
        loaded = product.weights
        weightLoads += 1
        let register = weightRegisters[weightLoads % weightRegisters.count]
        let offset = layout.weightsOffset + product.weights * vectorByteCount
        schedule.load([register]) { code in
          let memory = code.reachable(ARM64Memory(group, offset))
          code.ldr(q: register, memory)
        }
      }
      let weight = weightRegisters[weightLoads % weightRegisters.count]
      let register: ARM64VectorRegister
      switch inputs.place(index) {
      case .held(let place):
        schedule.multiply(sums[product.sum], weight, inputRegisters[place])
        continue
      case .loaded(let place): register = inputRegisters[place]
      case .memory:
        passingLoads += 1
        register = passing[passingLoads % passing.count]
      }
      schedule.load([register]) { load(&$0, register, product.input) }
      schedule.multiply(sums[product.sum], weight, register)
    }
    schedule.emit(&code)
  }
}
