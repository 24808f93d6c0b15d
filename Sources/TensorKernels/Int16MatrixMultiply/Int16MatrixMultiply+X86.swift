import MachineCode

extension X86Emitter {
  static func int16MatrixMultiply(_ layout: Int16Layout) -> [UInt8]? {
    var code = X86Assembler()
    Int16MatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineInt16MatrixMultiply``: the tiles of each panel of channels.
private struct Int16MatrixEmitter {
  private typealias Group = Int16Layout.Group

  private let layout: Int16Layout
  private let registers: X86RegisterFile
  /// The arguments. Rows and count stay; the others advance from panel to panel.
  private let rows: X86GeneralRegister, panel: X86GeneralRegister, output: X86GeneralRegister
  private let count: X86GeneralRegister, addendDistance: X86GeneralRegister
  private let panelsLeft: X86GeneralRegister
  private let tiles: PairTileEmitter

  init(_ layout: Int16Layout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.Arguments>()
    (rows, panel, output) = (arguments[\.rows], arguments[\.panels], arguments[\.output])
    (count, addendDistance) = (arguments[\.count], arguments[\.addendDistance])
    var registers = X86RegisterFile(arguments: arguments.all)
    panelsLeft = registers.general()
    tiles = PairTileEmitter(
      pairCount: layout.pairCount, rowByteCount: Int16Row.byteCount(depth: layout.product.depth),
      headerByteCount: Int16Row.scaleByteCount, outputByteCount: layout.product.outputStride * 4, &registers)
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    for group in layout.groups {
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.mov(tiles.rows, rows)
      code.mov(tiles.output, output)
      code.mov(tiles.rowsLeft, count)
      tiles.emit(&code, vectors: group.vectors, panel: X86Memory(panel, layout.weightsOffset(group))) {
        code, sums, spare in emitEnd(&code, group, sums, spare)
      }
      code.add(panel, layout.byteCount(group))
      code.add(output, group.columnCount * 4)
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  /// Scales the sums, adds bias and addend, applies the activation and stores.
  private func emitEnd(
    _ code: inout X86Assembler, _ group: Group, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]
  ) {
    let sums = sums.enumerated().flatMap { row, sums in
      sums.enumerated().map { vector, register in
        (register: register, row: row, vector: vector, place: row * layout.product.outputStride * 4 + vector * 32)
      }
    }
    for sum in sums {
      let rowScale = X86Memory(tiles.rows, sum.row * tiles.rowByteCount - tiles.advance)
      code.vcvtdq2ps(sum.register, sum.register)
      code.vmulps(sum.register, sum.register, X86Memory(panel, layout.scalesOffset(group, sum.vector)))
      code.vmulps(sum.register, sum.register, rowScale)
      code.vaddps(sum.register, sum.register, X86Memory(panel, layout.header.biasOffset(sum.vector)))
      if layout.product.hasAddend {
        code.vaddps(sum.register, sum.register, X86Memory(tiles.output, index: addendDistance, scale: 1, sum.place))
      }
    }
    layout.header.emit(
      &code, sums: sums.map { ($0.register, $0.vector) }, header: panel, vectors: group.vectors, spare: spare)
    for sum in sums { code.vmovups(X86Memory(tiles.output, sum.place), sum.register) }
  }
}
