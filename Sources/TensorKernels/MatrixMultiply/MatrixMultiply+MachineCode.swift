import MachineCode

/// A matrix product emitted for its sizes: tiles of rows × vectors of eight columns whose twelve sums stay in registers.
///
///     vectors a panel     1    2    3        one row only: up to 12 vectors
///     rows a tile        12    6    4
///
/// Code: for each panel of columns, for each tile of rows, for each k: load the panel's weights, broadcast one input a
/// row, multiply and add. Depth, strides and activation are constants in the code.
///
///     panel:  | header (EmittedEpilogue) | mask, in a ragged panel | k = 0: 8·vectors weights | k = 1 … |
struct MachineMatrixMultiply: MatrixMultiplyKernel {
  private typealias Function =
    @convention(c) (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Int) -> Void

  let rowsPerUnit: Int
  private let problem: MatrixMultiply.Problem
  private let rowsPerBlock: Int
  private let code: ExecutableMemory
  private let packed: AlignedBuffer
  private let function: Function

  /// Panels that share one piece of code.
  private struct Group {
    let firstColumn: Int
    let vectors: Int
    let panelCount: Int
    /// Lanes of the last vector that exist, when fewer than eight.
    let raggedLanes: Int?
  }

  /// Displacements are constants of 32 bits; code is not unrolled without end.
  static func supports(_ problem: MatrixMultiply.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && problem.depth > 0 && problem.columns > 0 && problem.rows > 0
      && problem.segmentLength <= 1 << 12 | (problem.segmentCount == 1 ? 1 << 22 : 0)
      && problem.segmentStride < 1 << 26 && problem.inputStride < 1 << 22 && problem.outputStride < 1 << 22
      && problem.depth < 1 << 22
  }

  /// Packs the weights and emits the code; falls back to portable vectors if the system refuses the pages.
  static func make(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) -> any MatrixMultiplyKernel {
    MachineMatrixMultiply(problem, weights) ?? SIMDMatrixMultiply(problem, weights)
  }

  private init?(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
    let groups = Self.groups(problem)
    rowsPerUnit = problem.rows == 1 ? 1 : 12
    rowsPerBlock = Self.rowsPerBlock(problem)
    self.problem = problem
    packed = Self.pack(problem, weights, groups)
    let emitted = Self.emit(problem, groups, EmittedEpilogue(epilogue: weights.epilogue))
    guard let code = ExecutableMemory(emitted.finished()) else { return nil }
    self.code = code
    function = unsafeBitCast(code.address, to: Function.self)
  }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    let distance = addend.map { UnsafeRawPointer($0) - UnsafeRawPointer(output) } ?? 0
    var row = 0
    while row < rows {
      let count = min(rowsPerBlock, rows - row)
      function(
        input + row * problem.inputStride, packed.pointer, output + row * problem.outputStride, count, distance)
      row += count
    }
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? {
    let distance = addend.map { UnsafeRawPointer($0) - UnsafeRawPointer(output) } ?? 0
    return stride(from: 0, to: rows, by: rowsPerBlock).map { row in
      EmittedCall(
        EmittedFunction(code.address),
        (
          Int(bitPattern: input + row * problem.inputStride), Int(bitPattern: packed.pointer),
          Int(bitPattern: output + row * problem.outputStride), min(rowsPerBlock, rows - row), distance, 0
        ))
    }
  }

  var takesAnyRows: Bool { true }

  /// Rows that pass under all panels before the next ones do.
  ///
  /// Few enough for the first-level cache while the filter lies in the second; a filter beyond that should pass seldom.
  private static func rowsPerBlock(_ problem: MatrixMultiply.Problem) -> Int {
    let filterByteCount = problem.columns * problem.depth * 4
    let budget = filterByteCount > 192 << 10 ? 64 << 10 : 16 << 10
    return max(budget / (problem.depth * 4) / 12, 1) * 12
  }

  // MARK: Panels

  private static func groups(_ problem: MatrixMultiply.Problem) -> [Group] {
    let whole = problem.columns / 8
    let ragged = problem.columns % 8
    var groups: [Group] = []
    var column = 0
    func add(_ vectors: Int, _ count: Int, lanes: Int? = nil) {
      guard count > 0 else { return }
      groups.append(Group(firstColumn: column, vectors: vectors, panelCount: count, raggedLanes: lanes))
      column += vectors * 8 * count
    }
    if problem.rows == 1 {
      // Panels of nearly equal width, at most twelve vectors: a narrow one would wait for its own additions.
      let total = whole + (ragged > 0 ? 1 : 0)
      let count = (total + 11) / 12
      for index in 0..<count {
        let vectors = (index + 1) * total / count - index * total / count
        add(vectors, 1, lanes: index == count - 1 && ragged > 0 ? ragged : nil)
      }
      return groups
    }
    // Three vectors a panel where the rows divide by four but not by six, else two; the rest as it comes.
    let prefersThree = whole % 3 == 0 && (problem.rows % 6 != 0 || whole % 2 != 0)
    let wide = prefersThree ? 3 : 2
    var left = whole
    if !prefersThree, whole % 2 == 1, whole >= 3 {
      add(3, 1)
      left -= 3
    }
    add(wide, left / wide)
    add(left % wide, left % wide > 0 ? 1 : 0)
    add(1, ragged > 0 ? 1 : 0, lanes: ragged > 0 ? ragged : nil)
    return groups
  }

  private static func maskByteCount(_ group: Group) -> Int { group.raggedLanes == nil ? 0 : 32 }

  private static func panelByteCount(
    _ group: Group, _ problem: MatrixMultiply.Problem, _ epilogue: EmittedEpilogue
  ) -> Int {
    epilogue.headerByteCount(vectors: group.vectors) + maskByteCount(group) + problem.depth * group.vectors * 32
  }

  private static func pack(
    _ problem: MatrixMultiply.Problem, _ weights: LayerWeights, _ groups: [Group]
  ) -> AlignedBuffer {
    let epilogue = EmittedEpilogue(epilogue: weights.epilogue)
    let byteCount = groups.reduce(0) { $0 + $1.panelCount * panelByteCount($1, problem, epilogue) }
    let packed = AlignedBuffer(zeros: byteCount / 4)
    var panel = packed.pointer
    for group in groups {
      let width = group.vectors * 8
      for index in 0..<group.panelCount {
        let column = group.firstColumn + index * width
        epilogue.write(to: panel, channel: column, vectors: group.vectors)
        panel += epilogue.headerByteCount(vectors: group.vectors) / 4
        if let lanes = group.raggedLanes {
          for lane in 0..<lanes { panel[lane] = Float(bitPattern: 0xFFFF_FFFF) }
          panel += 8
        }
        for j in 0..<min(width, problem.columns - column) {
          let source = weights.filter + (column + j) * problem.depth
          for k in 0..<problem.depth { panel[k * width + j] = source[k] }
        }
        panel += problem.depth * width
      }
    }
    return packed
  }

  // MARK: Code

  /// Arguments: `rdi` input, `rsi` panels, `rdx` output, `rcx` rows, `r8` bytes from output to addend.
  private static func emit(
    _ problem: MatrixMultiply.Problem, _ groups: [Group], _ epilogue: EmittedEpilogue
  ) -> Assembler {
    var code = Assembler()
    code.push(.rbx)
    code.push(.rbp)
    code.mov(.rbp, .r8)
    for group in groups {
      code.mov(.r8, group.panelCount)
      let nextPanel = code.here()
      code.mov(.r9, .rdi)
      code.mov(.r10, .rdx)
      code.mov(.r11, .rcx)
      emitTiles(&code, problem, group, epilogue)
      code.add(.rsi, panelByteCount(group, problem, epilogue))
      code.add(.rdx, group.vectors * 32)
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
  ///
  /// The last rows are cut into two tiles of nearly equal height rather than a whole one and a thin one: a tile of few sums
  /// waits for its own additions.
  private static func emitTiles(
    _ code: inout Assembler, _ problem: MatrixMultiply.Problem, _ group: Group, _ epilogue: EmittedEpilogue
  ) {
    let height = problem.rows == 1 ? 1 : 12 / group.vectors
    let tiles = (0..<height).map { _ in code.label() }
    let end = code.label()
    let next = code.here()
    code.cmp(.r11, 2 * height)
    code.jump(.greaterOrEqual, tiles[height - 1])
    for rows in 1..<2 * height {
      code.cmp(.r11, rows)
      code.jump(.equal, tiles[(rows <= height ? rows : (rows + 1) / 2) - 1])
    }
    code.jmp(end)
    for (index, tile) in tiles.enumerated() {
      let rows = index + 1
      code.bind(tile)
      emitTile(&code, problem, group, epilogue, rows: rows)
      code.add(.r9, (rows * problem.inputStride - advance(problem)) * 4)
      code.add(.r10, rows * problem.outputStride * 4)
      code.sub(.r11, rows)
      code.jmp(next)
    }
    code.bind(end)
  }

  /// Elements that a tile's code moves `r9` by.
  private static func advance(_ problem: MatrixMultiply.Problem) -> Int {
    problem.segmentCount == 1 ? problem.depth : problem.segmentCount * problem.segmentStride
  }

  /// One tile. Leaves `r9` advanced.
  private static func emitTile(
    _ code: inout Assembler, _ problem: MatrixMultiply.Problem, _ group: Group, _ epilogue: EmittedEpilogue, rows: Int
  ) {
    let vectors = group.vectors
    func sum(_ row: Int, _ vector: Int) -> VectorRegister { VectorRegister(row * vectors + vector) }
    for row in 0..<rows {
      for vector in 0..<vectors { code.vmovups(sum(row, vector), Memory(.rsi, vector * 32)) }
    }
    code.lea(.rax, Memory(.rsi, epilogue.headerByteCount(vectors: vectors) + maskByteCount(group)))
    func step(_ k: Int) {
      if rows == 1 {
        let input = VectorRegister(14 + k % 2)
        code.vbroadcastss(input, Memory(.r9, k * 4))
        for vector in 0..<vectors {
          code.vfmadd231ps(sum(0, vector), input, Memory(.rax, (k * vectors + vector) * 32))
        }
        return
      }
      for vector in 0..<vectors {
        code.vmovups(VectorRegister(12 + vector), Memory(.rax, (k * vectors + vector) * 32))
      }
      for row in 0..<rows {
        let input = VectorRegister(vectors == 3 ? 15 : 14 + row % 2)
        code.vbroadcastss(input, Memory(.r9, row * problem.inputStride * 4 + k * 4))
        for vector in 0..<vectors { code.vfmadd231ps(sum(row, vector), input, VectorRegister(12 + vector)) }
      }
    }
    // A turn is a whole segment, or eight terms of the only one.
    let isSegmented = problem.segmentCount > 1
    let unroll = isSegmented ? problem.segmentLength : (problem.depth <= 16 ? problem.depth : 8)
    let turns = isSegmented ? problem.segmentCount : problem.depth / unroll
    if turns > 1 { code.mov(.rbx, turns) }
    let loop = code.here()
    for k in 0..<unroll { step(k) }
    code.add(.rax, unroll * vectors * 32)
    code.add(.r9, (isSegmented ? problem.segmentStride : unroll) * 4)
    if turns > 1 {
      code.sub(.rbx, 1)
      code.jump(.notEqual, loop)
    }
    let rest = problem.depth - turns * unroll
    for k in 0..<rest { step(k) }
    if rest > 0 { code.add(.r9, rest * 4) }

    if group.raggedLanes != nil {
      code.vmovups(VectorRegister(15), Memory(.rsi, epilogue.headerByteCount(vectors: vectors)))
    }
    if problem.hasAddend {
      for row in 0..<rows {
        for vector in 0..<vectors {
          let addend = Memory(.r10, index: .rbp, scale: 1, (row * problem.outputStride + vector * 8) * 4)
          if group.raggedLanes != nil, vector == vectors - 1 {
            code.vmaskmovps(VectorRegister(14), mask: VectorRegister(15), addend)
            code.vaddps(sum(row, vector), sum(row, vector), VectorRegister(14))
          } else {
            code.vaddps(sum(row, vector), sum(row, vector), addend)
          }
        }
      }
    }
    let sums = (0..<rows).flatMap { row in (0..<vectors).map { (register: sum(row, $0), vector: $0) } }
    epilogue.emit(
      &code, sums: sums, header: .rsi, vectors: vectors,
      spare: [VectorRegister(13), VectorRegister(14), VectorRegister(15)])
    if group.raggedLanes != nil {
      code.vmovups(VectorRegister(15), Memory(.rsi, epilogue.headerByteCount(vectors: vectors)))
    }
    for row in 0..<rows {
      for vector in 0..<vectors {
        let target = Memory(.r10, (row * problem.outputStride + vector * 8) * 4)
        if group.raggedLanes != nil, vector == vectors - 1 {
          code.vmaskmovps(target, mask: VectorRegister(15), sum(row, vector))
        } else {
          code.vmovups(target, sum(row, vector))
        }
      }
    }
  }
}
