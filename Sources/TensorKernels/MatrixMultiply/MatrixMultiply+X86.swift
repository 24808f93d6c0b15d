import MachineCode

/// Emits the code of a ``MachineMatrixMultiply``.
///
/// Arguments of the code: `rdi` input, `rsi` panels, `rdx` output, `rcx` rows, `r8` bytes from output to addend.
struct MatrixEmitter {
  let problem: MatrixMultiply.Problem
  let panels: MatrixPanels
  let epilogue: Epilogue

  /// Bytes of a packed panel.
  static func panelByteCount(
    _ group: MatrixPanels.Group, _ problem: MatrixMultiply.Problem, _ epilogue: Epilogue
  ) -> Int {
    EmittedEpilogue(epilogue: epilogue, width: group.width).headerByteCount(vectors: group.vectors)
      + group.maskByteCount + problem.depth * group.columnCount * 4
  }

  func emitted() -> Assembler {
    var code = Assembler()
    code.push(.rbx)
    code.push(.rbp)
    code.mov(.rbp, .r8)
    for group in panels.groups {
      code.vectorWidth = group.width
      code.mov(.r8, group.panelCount)
      let nextPanel = code.here()
      code.mov(.r9, .rdi)
      code.mov(.r10, .rdx)
      code.mov(.r11, .rcx)
      emitTiles(&code, group)
      code.add(.rsi, Self.panelByteCount(group, problem, epilogue))
      code.add(.rdx, group.columnCount * 4)
      code.sub(.r8, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.vzeroupper()
    code.pop(.rbp)
    code.pop(.rbx)
    code.ret()
    return code
  }

  /// All rows of one panel. `r9` input, `r10` output, `r11` rows left.
  private func emitTiles(_ code: inout Assembler, _ group: MatrixPanels.Group) {
    let heights = panels.heights(group)
    let tiles = heights.map { (height: $0, label: code.label()) }
    func label(_ height: Int) -> Assembler.Label? { tiles.first { $0.height == height }?.label }
    let end = code.label()
    let next = code.here()
    if let whole = label(group.tileHeight) {
      code.cmp(.r11, 2 * group.tileHeight)
      code.jump(.greaterOrEqual, whole)
    }
    if let shared = panels.sharedRows(group), let half = label((shared + 1) / 2) {
      code.cmp(.r11, shared)
      code.jump(.equal, half)
    }
    for tile in tiles {
      code.cmp(.r11, tile.height)
      code.jump(.greaterOrEqual, tile.label)
    }
    code.jmp(end)
    for tile in tiles {
      code.bind(tile.label)
      emitTile(&code, group, rows: tile.height)
      code.add(.r9, (tile.height * problem.inputStride - advance) * 4)
      code.add(.r10, tile.height * problem.outputStride * 4)
      code.sub(.r11, tile.height)
      code.jmp(next)
    }
    code.bind(end)
  }

  /// Elements that a tile's code moves `r9` by.
  private var advance: Int {
    problem.segmentCount == 1 ? problem.depth : problem.segmentCount * problem.segmentStride
  }

  /// One tile. Leaves `r9` advanced.
  ///
  /// The last terms of a high tile are added some rows after the other, so that the first ones are finished and stored
  /// while the others still multiply.
  private func emitTile(_ code: inout Assembler, _ group: MatrixPanels.Group, rows: Int) {
    let vectors = group.vectors
    let header = EmittedEpilogue(epilogue: epilogue, width: group.width)
    for row in 0..<rows {
      for vector in 0..<vectors {
        code.vmovups(sum(group, row, vector), Memory(.rsi, vector * group.width.byteCount))
      }
    }
    code.lea(.rax, Memory(.rsi, header.headerByteCount(vectors: vectors) + group.maskByteCount))
    let isStaggered = group.width == .bits512 && rows >= 8 && problem.segmentCount == 1
    let last = isStaggered ? 8 : 0
    emitTerms(&code, group, rows: rows, count: problem.depth - last)
    let parts = isStaggered ? 3 : 1
    for part in 0..<parts {
      let range = part * rows / parts..<(part + 1) * rows / parts
      for k in 0..<last { emitTerm(&code, group, rows: range, k) }
      emitEnd(&code, group, rows: range)
    }
    if last > 0 { code.add(.r9, last * 4) }
  }

  private func sum(_ group: MatrixPanels.Group, _ row: Int, _ vector: Int) -> VectorRegister {
    VectorRegister(row * group.vectors + vector)
  }

  /// Bytes from the weights in use to those that are asked for ahead of their use; nil where a filter is small.
  ///
  /// Measured on a Zen 4: 4 KB gains 1 % of the landmark network, 0.5 KB nothing, the same place of the next panel
  /// nothing.
  private func prefetchDistance(_ group: MatrixPanels.Group) -> Int? {
    group.width == .bits512 && problem.segmentCount == 1 && problem.filterIsLarge ? 4096 : nil
  }

  /// Adds the first terms to all sums of a tile. Leaves `rax` and `r9` at the next one.
  private func emitTerms(_ code: inout Assembler, _ group: MatrixPanels.Group, rows: Int, count: Int) {
    // A turn is a whole segment, or eight terms of the only one.
    let isSegmented = problem.segmentCount > 1
    let unroll = isSegmented ? problem.segmentLength : (count <= 16 ? count : 8)
    let turns = isSegmented ? problem.segmentCount : count / max(unroll, 1)
    let termByteCount = group.columnCount * 4
    if turns > 1 { code.mov(.rbx, turns) }
    let loop = code.here()
    for k in 0..<unroll { emitTerm(&code, group, rows: 0..<rows, k) }
    code.add(.rax, unroll * termByteCount)
    code.add(.r9, (isSegmented ? problem.segmentStride : unroll) * 4)
    if turns > 1 {
      code.sub(.rbx, 1)
      code.jump(.notEqual, loop)
    }
    let rest = count - turns * unroll
    for k in 0..<rest { emitTerm(&code, group, rows: 0..<rows, k) }
    if rest > 0 {
      code.add(.rax, rest * termByteCount)
      code.add(.r9, rest * 4)
    }
  }

  /// Adds term `k`, counted from `rax` and `r9`, to some sums of a tile.
  private func emitTerm(_ code: inout Assembler, _ group: MatrixPanels.Group, rows: Range<Int>, _ k: Int) {
    let vectors = group.vectors
    func weights(_ vector: Int) -> Memory { Memory(.rax, (k * vectors + vector) * group.width.byteCount) }
    if rows == 0..<1 {
      let input = VectorRegister(group.width.registerCount - 2 + k % 2)
      code.vbroadcastss(input, Memory(.r9, k * 4))
      for vector in 0..<vectors { code.vfmadd231ps(sum(group, 0, vector), input, weights(vector)) }
      return
    }
    for vector in 0..<vectors { code.vmovups(VectorRegister(group.sumCount + vector), weights(vector)) }
    if let distance = prefetchDistance(group), rows.lowerBound == 0 {
      for vector in 0..<vectors {
        code.prefetcht0(Memory(.rax, distance + (k * vectors + vector) * group.width.byteCount))
      }
    }
    let firstInput = group.sumCount + vectors
    for row in rows {
      let input = VectorRegister(firstInput + row % (group.width.registerCount - firstInput))
      code.vbroadcastss(input, Memory(.r9, (row * problem.inputStride + k) * 4))
      for vector in 0..<vectors {
        code.vfmadd231ps(sum(group, row, vector), input, VectorRegister(group.sumCount + vector))
      }
    }
  }

  /// Addend, activation and store of some finished rows.
  private func emitEnd(_ code: inout Assembler, _ group: MatrixPanels.Group, rows: Range<Int>) {
    let vectors = group.vectors
    let header = EmittedEpilogue(epilogue: epilogue, width: group.width)
    let mask = VectorRegister(15)
    func loadMask() {
      guard group.raggedLanes != nil else { return }
      code.vmovups(mask, Memory(.rsi, header.headerByteCount(vectors: vectors)))
    }
    func isRagged(_ vector: Int) -> Bool { group.raggedLanes != nil && vector == vectors - 1 }
    let sums = rows.flatMap { row in
      (0..<vectors).map { vector in
        (
          register: sum(group, row, vector), vector: vector,
          place: row * problem.outputStride * 4 + vector * group.width.byteCount
        )
      }
    }
    if problem.hasAddend {
      loadMask()
      for sum in sums {
        let addend = Memory(.r10, index: .rbp, scale: 1, sum.place)
        if isRagged(sum.vector) {
          code.vmaskmovps(VectorRegister(14), mask: mask, addend)
          code.vaddps(sum.register, sum.register, VectorRegister(14))
        } else {
          code.vaddps(sum.register, sum.register, addend)
        }
      }
    }
    let spare = (1...3).map { VectorRegister(group.width.registerCount - $0) }
    header.emit(
      &code, sums: sums.map { ($0.register, $0.vector) }, header: .rsi, vectors: vectors, spare: spare)
    loadMask()
    for sum in sums {
      if isRagged(sum.vector) {
        code.vmaskmovps(Memory(.r10, sum.place), mask: mask, sum.register)
      } else {
        code.vmovups(Memory(.r10, sum.place), sum.register)
      }
    }
  }
}
