import MachineCode

extension X86Emitter {
  static func int16MatrixMultiply(_ layout: Int16Layout) -> [UInt8]? {
    var code = X86Assembler()
    Int16MatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineInt16MatrixMultiply``: for each panel of channels, for each tile of rows, for each pair
/// of terms: load the panel's weights, broadcast one pair of each row, multiply, add neighboring products, add.
private struct Int16MatrixEmitter {
  private typealias Group = Int16Layout.Group

  private let layout: Int16Layout
  private let registers: X86RegisterFile
  /// The arguments. Rows and count stay; the others advance from panel to panel.
  private let rows: X86GeneralRegister, panel: X86GeneralRegister, output: X86GeneralRegister
  private let count: X86GeneralRegister, addendDistance: X86GeneralRegister
  private let panelsLeft: X86GeneralRegister
  /// The current tile: its rows and output, the rows left from it on, its next weights, and the iterations left over
  /// them.
  private let tileRows: X86GeneralRegister, tileOutput: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister

  init(_ layout: Int16Layout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<MachineInt16MatrixMultiply.Arguments>()
    (rows, panel, output) = (arguments[\.rows], arguments[\.panels], arguments[\.output])
    (count, addendDistance) = (arguments[\.count], arguments[\.addendDistance])
    var registers = X86RegisterFile(arguments: arguments.all)
    (weights, panelsLeft) = (registers.general(), registers.general())
    (tileRows, tileOutput, rowsLeft) = (registers.general(), registers.general(), registers.general())
    iterationsLeft = registers.general()
    self.registers = registers
  }

  private var rowByteCount: Int { Int16Row.byteCount(depth: layout.product.depth) }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    for group in layout.groups {
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.mov(tileRows, rows)
      code.mov(tileOutput, output)
      code.mov(rowsLeft, count)
      emitTiles(&code, group)
      code.add(panel, layout.byteCount(group))
      code.add(output, group.columnCount * 4)
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  /// All rows of one panel: as many tall tiles as there are rows for, then lower ones.
  private func emitTiles(_ code: inout X86Assembler, _ group: Group) {
    for height in [12 / group.vectors, 4, 2, 1] {
      let end = code.label()
      code.cmp(rowsLeft, height)
      code.jump(.less, end)
      let next = code.here()
      emitTile(&code, group, TileRegisters(group, height: height))
      code.add(tileRows, height * rowByteCount - advance)
      code.add(tileOutput, height * layout.product.outputStride * 4)
      code.sub(rowsLeft, height)
      code.cmp(rowsLeft, height)
      code.jump(.greaterOrEqual, next)
      code.bind(end)
    }
  }

  /// The vector registers of a tile.
  private struct TileRegisters {
    let height: Int
    let sums: [[X86VectorRegister]]
    let weights: [X86VectorRegister]
    let pair: X86VectorRegister, products: X86VectorRegister
    /// Where sums are finished.
    let spare: [X86VectorRegister]

    init(_ group: Group, height: Int) {
      self.height = height
      var registers = X86RegisterFile(arguments: [])
      sums = (0..<height).map { _ in registers.vectors(group.vectors) }
      var end = registers
      spare = end.highVectors(3)
      weights = registers.vectors(group.vectors)
      (pair, products) = (registers.vector(), registers.vector())
    }
  }

  /// One tile. Leaves the rows advanced.
  private func emitTile(_ code: inout X86Assembler, _ group: Group, _ tile: TileRegisters) {
    code.lea(weights, X86Memory(panel, layout.weightsOffset(group)))
    // The products of the first pair are the sums to begin with.
    emitPair(&code, group, tile, 0, isFirst: true)
    let (iterations, rest) = pairs
    if iterations > 0 {
      code.mov(iterationsLeft, iterations)
      let next = code.here()
      for pair in 1...Self.unroll { emitPair(&code, group, tile, pair) }
      code.add(weights, Self.unroll * group.vectors * 32)
      code.add(tileRows, Self.unroll * 4)
      code.sub(iterationsLeft, 1)
      code.jump(.notEqual, next)
    }
    for pair in 0..<rest { emitPair(&code, group, tile, 1 + pair) }
    emitEnd(&code, group, tile)
  }

  private static let unroll = 8
  /// The pairs after the first one: iterations of a loop, and the rest. A few are not worth a loop.
  private var pairs: (iterations: Int, rest: Int) {
    let count = layout.pairCount - 1
    return count <= 2 * Self.unroll ? (0, count) : (count / Self.unroll, count % Self.unroll)
  }
  /// Bytes by which a tile's code advances the rows.
  private var advance: Int { pairs.iterations * Self.unroll * 4 }

  /// Adds the products of a pair of terms, counted from the weights and the rows, to all sums of a tile.
  private func emitPair(
    _ code: inout X86Assembler, _ group: Group, _ tile: TileRegisters, _ pair: Int, isFirst: Bool = false
  ) {
    for (vector, register) in tile.weights.enumerated() {
      code.vmovups(register, X86Memory(weights, (pair * group.vectors + vector) * 32))
    }
    for (row, sums) in tile.sums.enumerated() {
      code.vbroadcastss(tile.pair, X86Memory(tileRows, row * rowByteCount + Int16Row.scaleByteCount + pair * 4))
      for (sum, weights) in zip(sums, tile.weights) {
        code.vpmaddwd(isFirst ? sum : tile.products, tile.pair, weights)
        if !isFirst { code.vpaddd(sum, sum, tile.products) }
      }
    }
  }

  /// Scales the sums, adds bias and addend, applies the activation and stores.
  private func emitEnd(_ code: inout X86Assembler, _ group: Group, _ tile: TileRegisters) {
    let sums = tile.sums.enumerated().flatMap { row, sums in
      sums.enumerated().map { vector, register in
        (register: register, row: row, vector: vector, place: row * layout.product.outputStride * 4 + vector * 32)
      }
    }
    for sum in sums {
      let rowScale = X86Memory(tileRows, sum.row * rowByteCount - advance)
      code.vcvtdq2ps(sum.register, sum.register)
      code.vmulps(sum.register, sum.register, X86Memory(panel, layout.scalesOffset(group, sum.vector)))
      code.vmulps(sum.register, sum.register, rowScale)
      code.vaddps(sum.register, sum.register, X86Memory(panel, layout.header.biasOffset(sum.vector)))
      if layout.product.hasAddend {
        code.vaddps(sum.register, sum.register, X86Memory(tileOutput, index: addendDistance, scale: 1, sum.place))
      }
    }
    layout.header.emit(
      &code, sums: sums.map { ($0.register, $0.vector) }, header: panel, vectors: group.vectors, spare: tile.spare)
    for sum in sums { code.vmovups(X86Memory(tileOutput, sum.place), sum.register) }
  }
}
