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
  private let tiles: IntegerTileEmitter

  init(_ layout: Int16Layout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.Arguments>()
    (rows, panel, output) = (arguments[\.rows], arguments[\.panels], arguments[\.output])
    (count, addendDistance) = (arguments[\.count], arguments[\.addendDistance])
    var registers = X86RegisterFile(arguments: arguments.all)
    panelsLeft = registers.general()
    tiles = IntegerTileEmitter(
      groupCount: layout.pairCount, rowByteCount: Int16Row.byteCount(depth: layout.product.depth),
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
      tiles.emit(&code, group, panel: X86Memory(panel, layout.weightsOffset(group))) {
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
    let width = group.width.byteCount
    func place(_ row: Int, _ vector: Int) -> Int { row * layout.product.outputStride * 4 + vector * width }
    let header = layout.header(group)
    for (row, sums) in sums.enumerated() {
      let rowScale = spare[0]
      code.vbroadcastss(rowScale, X86Memory(tiles.rows, row * tiles.rowByteCount - tiles.advance))
      for (vector, sum) in sums.enumerated() {
        code.vcvtdq2ps(sum, sum)
        code.vmulps(sum, sum, X86Memory(panel, layout.scalesOffset(group) + vector * width))
        code.vmulps(sum, sum, rowScale)
        code.vaddps(sum, sum, X86Memory(panel, header.biasOffset(vector)))
        if layout.product.hasAddend {
          code.vaddps(sum, sum, X86Memory(tiles.output, index: addendDistance, scale: 1, place(row, vector)))
        }
      }
    }
    header.emit(
      &code, sums: sums.flatMap { $0.enumerated().map { ($0.element, $0.offset) } }, header: panel,
      vectors: group.vectors, spare: spare)
    for (row, sums) in sums.enumerated() {
      for (vector, sum) in sums.enumerated() { code.vmovups(X86Memory(tiles.output, place(row, vector)), sum) }
    }
  }
}
