import MachineCode
import TensorKernels

extension MachineDepthwiseConvolution {
  static func x86(_ layout: DepthwiseLayout) -> [UInt8]? {
    var code = X86Assembler()
    code.vectorWidth = layout.tile.width
    DepthwiseEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineDepthwiseConvolution`` for some output rows.
private struct DepthwiseEmitter {
  private let layout: DepthwiseLayout
  private var problem: DepthwiseConvolution.Problem { layout.problem }
  private var tile: DepthwiseTile { layout.tile }

  private let registers: X86RegisterFile
  /// The arguments. The output advances along the row.
  private let table: X86GeneralRegister, weights: X86GeneralRegister, output: X86GeneralRegister
  /// The address of an input row without a register.
  private let row: X86GeneralRegister
  private let blocksLeft: X86GeneralRegister, groupsLeft: X86GeneralRegister
  /// Byte offset in a row of the block's first tap, if it varies.
  private let column: X86GeneralRegister
  private let group: X86GeneralRegister
  /// The addresses of input rows that have a register; the last one may reuse the table's.
  private let rows: [X86GeneralRegister]

  init(_ layout: DepthwiseLayout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<DepthwiseRows.Arguments>()
    (table, weights, output) = (arguments[\.rows], arguments[\.weights], arguments[\.output])
    var registers = X86RegisterFile(arguments: arguments.all)
    row = registers.general()
    (blocksLeft, groupsLeft, column) = (registers.general(), registers.general(), registers.general())
    let other = registers.general()
    group = registers.general()
    rows = (0..<6).map { _ in registers.general() } + [other, table]
    self.registers = registers
  }

  private var pixelByteCount: Int { problem.channels * 4 }
  private var vectorByteCount: Int { tile.width.byteCount }

  func emit(_ code: inout X86Assembler) {
    let window = problem.window
    let offsets = layout.rowOffsets
    let holdsRows = offsets.count <= rows.count
    code.enter(registers)
    if holdsRows {
      for index in offsets.indices { code.mov(rows[index], X86Memory(table, index * AlignedBuffer.pointerByteCount)) }
    }
    for (block, repeats) in layout.blocks.runs {
      code.mov(column, block.isInside ? window.firstColumn(block.first) * pixelByteCount : 0)
      if repeats > 1 { code.mov(blocksLeft, repeats) }
      let again = code.here()
      emitBlock(&code, block, holdsRows: holdsRows)
      // A block has advanced column and output by one pixel.
      code.add(output, (block.count - 1) * pixelByteCount)
      if repeats > 1 {
        code.add(column, (block.count * window.strideX - 1) * pixelByteCount)
        code.sub(blocksLeft, 1)
        code.jump(.notEqual, again)
      }
    }
    code.leave(registers)
  }

  /// All channels of one block. Advances column and output by one pixel.
  private func emitBlock(_ code: inout X86Assembler, _ block: DepthwiseLayout.Block, holdsRows: Bool) {
    let vectors = tile.vectors
    var registers = X86RegisterFile(arguments: [], width: tile.width)
    let sums = registers.vectors(layout.rows * block.count * vectors)
    code.mov(groupsLeft, layout.groupCount)
    code.mov(group, weights)
    let nextGroup = code.here()
    for number in sums.indices {
      code.vmovups(sums[number], X86Memory(group, layout.epilogue.biasOffset(number % vectors)))
    }
    emitProducts(&code, layout.products(of: block), sums, registers) { code, input in
      if !holdsRows { code.mov(row, X86Memory(table, input.row * AlignedBuffer.pointerByteCount)) }
      return X86Memory(
        holdsRows ? rows[input.row] : row, index: column, scale: 1,
        input.column * pixelByteCount + input.vector * vectorByteCount)
    }
    var end = registers
    layout.epilogue.emit(
      &code, sums: sums.enumerated().map { ($1, $0 % vectors) }, header: group, vectors: vectors,
      spare: end.highVectors(3))
    let outputRow = problem.window.outputWidth * pixelByteCount
    for number in sums.indices {
      let (pixel, vector) = (number / vectors, number % vectors)
      let place = pixel / block.count * outputRow + pixel % block.count * pixelByteCount
      code.vmovups(X86Memory(output, place + vector * vectorByteCount), sums[number])
    }
    code.add(group, layout.groupByteCount)
    code.add(column, vectors * vectorByteCount)
    code.add(output, vectors * vectorByteCount)
    if layout.sharedChannels > 0 {
      let next = code.label()
      code.cmp(groupsLeft, 2)
      code.jump(.notEqual, next)
      code.sub(column, layout.sharedChannels * 4)
      code.sub(output, layout.sharedChannels * 4)
      code.bind(next)
    }
    code.sub(groupsLeft, 1)
    code.jump(.notEqual, nextGroup)
  }

  private func emitProducts(
    _ code: inout X86Assembler, _ products: [DepthwiseLayout.Product], _ sums: [X86VectorRegister],
    _ free: X86RegisterFile,
    address: (inout X86Assembler, DepthwiseLayout.Input) -> X86Memory
  ) {
    var free = free
    let weightRegisters = free.vectors(tile.holdsInputs ? 2 : free.freeVectorCount)
    let inputRegisters = free.vectors(free.freeVectorCount)
    var inputs = DepthwiseInputs(products, registerCount: inputRegisters.count)
    let weightsOffset = layout.weightsOffset
    var loads = 0
    var loaded = -1
    for index in products.indices {
      let product = products[index]
      if loaded != product.weights {
        loaded = product.weights
        loads += 1
        code.vmovups(
          weightRegisters[loads % weightRegisters.count],
          X86Memory(group, weightsOffset + product.weights * vectorByteCount))
      }
      let weight = weightRegisters[loads % weightRegisters.count]
      let sum = sums[product.sum]
      switch inputs.place(index) {
      case .held(let place):
        code.vfmadd231ps(sum, weight, inputRegisters[place])
      case .loaded(let place):
        let memory = address(&code, product.input)
        code.vmovups(inputRegisters[place], memory)
        code.vfmadd231ps(sum, weight, inputRegisters[place])
      case .memory:
        let memory = address(&code, product.input)
        code.vfmadd231ps(sum, weight, memory)
      }
    }
  }
}
