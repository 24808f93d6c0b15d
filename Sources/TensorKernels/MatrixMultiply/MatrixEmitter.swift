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
  private func emitTile(_ code: inout Assembler, _ group: MatrixPanels.Group, rows: Int) {
    let vectors = group.vectors
    let header = EmittedEpilogue(epilogue: epilogue, width: group.width)
    let size = group.width.byteCount
    let mask = VectorRegister(15)
    func sum(_ row: Int, _ vector: Int) -> VectorRegister { VectorRegister(row * vectors + vector) }
    for row in 0..<rows {
      for vector in 0..<vectors { code.vmovups(sum(row, vector), Memory(.rsi, vector * size)) }
    }
    code.lea(.rax, Memory(.rsi, header.headerByteCount(vectors: vectors) + group.maskByteCount))
    emitSums(&code, group, rows: rows, sum)

    func loadMask() {
      guard group.raggedLanes != nil else { return }
      code.vmovups(mask, Memory(.rsi, header.headerByteCount(vectors: vectors)))
    }
    func isRagged(_ vector: Int) -> Bool { group.raggedLanes != nil && vector == vectors - 1 }
    if problem.hasAddend {
      loadMask()
      for row in 0..<rows {
        for vector in 0..<vectors {
          let place = row * problem.outputStride * 4 + vector * size
          let addend = Memory(.r10, index: .rbp, scale: 1, place)
          if isRagged(vector) {
            code.vmaskmovps(VectorRegister(14), mask: mask, addend)
            code.vaddps(sum(row, vector), sum(row, vector), VectorRegister(14))
          } else {
            code.vaddps(sum(row, vector), sum(row, vector), addend)
          }
        }
      }
    }
    let sums = (0..<rows).flatMap { row in (0..<vectors).map { (register: sum(row, $0), vector: $0) } }
    let spare = (1...3).map { VectorRegister(group.width.registerCount - $0) }
    header.emit(&code, sums: sums, header: .rsi, vectors: vectors, spare: spare)
    loadMask()
    for row in 0..<rows {
      for vector in 0..<vectors {
        let target = Memory(.r10, row * problem.outputStride * 4 + vector * size)
        if isRagged(vector) {
          code.vmaskmovps(target, mask: mask, sum(row, vector))
        } else {
          code.vmovups(target, sum(row, vector))
        }
      }
    }
  }

  /// Adds all products of a tile to its sums. `rax` weights.
  private func emitSums(
    _ code: inout Assembler, _ group: MatrixPanels.Group, rows: Int,
    _ sum: (_ row: Int, _ vector: Int) -> VectorRegister
  ) {
    let vectors = group.vectors
    let size = group.width.byteCount
    func step(_ k: Int) {
      func weights(_ vector: Int) -> Memory { Memory(.rax, (k * vectors + vector) * size) }
      if rows == 1 {
        let input = VectorRegister(group.width.registerCount - 2 + k % 2)
        code.vbroadcastss(input, Memory(.r9, k * 4))
        for vector in 0..<vectors { code.vfmadd231ps(sum(0, vector), input, weights(vector)) }
        return
      }
      for vector in 0..<vectors { code.vmovups(VectorRegister(group.sumCount + vector), weights(vector)) }
      let firstInput = group.sumCount + vectors
      for row in 0..<rows {
        let input = VectorRegister(firstInput + row % (group.width.registerCount - firstInput))
        code.vbroadcastss(input, Memory(.r9, (row * problem.inputStride + k) * 4))
        for vector in 0..<vectors {
          code.vfmadd231ps(sum(row, vector), input, VectorRegister(group.sumCount + vector))
        }
      }
    }
    // A turn is a whole segment, or eight terms of the only one.
    let isSegmented = problem.segmentCount > 1
    let unroll = isSegmented ? problem.segmentLength : (problem.depth <= 16 ? problem.depth : 8)
    let turns = isSegmented ? problem.segmentCount : problem.depth / unroll
    if turns > 1 { code.mov(.rbx, turns) }
    let loop = code.here()
    for k in 0..<unroll { step(k) }
    code.add(.rax, unroll * vectors * size)
    code.add(.r9, (isSegmented ? problem.segmentStride : unroll) * 4)
    if turns > 1 {
      code.sub(.rbx, 1)
      code.jump(.notEqual, loop)
    }
    let rest = problem.depth - turns * unroll
    for k in 0..<rest { step(k) }
    if rest > 0 { code.add(.r9, rest * 4) }
  }
}
