import MachineCode
import TensorKernels

extension MachineMatrixMultiply {
  static func arm64(_ layout: MatrixLayout) -> [UInt8]? {
    var code = ARM64Assembler()
    ARM64MatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineMatrixMultiply``.
///
/// A register holds four inputs of a row, whose lanes multiply the weights of a term each. Weights are read
/// sequentially, so nothing needs to be prefetched.
private struct ARM64MatrixEmitter {
  private let layout: MatrixLayout
  private var problem: MatrixMultiply.Problem { layout.problem }
  private var panels: MatrixPanels { layout.panels }

  private let registers: ARM64RegisterFile
  /// The arguments. Input, rows and distance stay; the others advance from panel to panel.
  private let input: ARM64GeneralRegister, panel: ARM64GeneralRegister, output: ARM64GeneralRegister
  private let rows: ARM64GeneralRegister, addendDistance: ARM64GeneralRegister
  private let panelsLeft: ARM64GeneralRegister
  /// The current tile's input and output, the rows left, its next weights, and the remaining count.
  private let tileInput: ARM64GeneralRegister, tileOutput: ARM64GeneralRegister, rowsLeft: ARM64GeneralRegister
  private let weights: ARM64GeneralRegister, iterationsLeft: ARM64GeneralRegister, segmentsLeft: ARM64GeneralRegister
  /// The next inputs of each row.
  private let rowInputs: [ARM64GeneralRegister]

  init(_ layout: MatrixLayout) {
    self.layout = layout
    let arguments = ARM64ArgumentRegisters<MachineMatrixMultiply.Arguments>()
    (input, panel) = (arguments[\.input], arguments[\.panels])
    (output, rows) = (arguments[\.output], arguments[\.rows])
    addendDistance = arguments[\.addendDistance]
    var registers = ARM64RegisterFile(arguments: arguments.all, allVectors: true)
    (tileInput, tileOutput, rowsLeft) = (registers.general(), registers.general(), registers.general())
    (weights, iterationsLeft, segmentsLeft) = (registers.general(), registers.general(), registers.general())
    panelsLeft = registers.general()
    let tallest = layout.panels.groups.map(\.tileHeight).max() ?? 1
    rowInputs = (0..<min(tallest, layout.problem.rows)).map { _ in registers.general() }
    self.registers = registers
  }

  func emit(_ code: inout ARM64Assembler) {
    code.enter(registers)
    for group in panels.groups {
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.mov(tileInput, input)
      code.mov(tileOutput, output)
      code.mov(rowsLeft, rows)
      emitTiles(&code, group)
      code.add(panel, panel, layout.byteCount(group))
      code.add(output, output, group.columnCount * 4)
      code.subs(panelsLeft, panelsLeft, 1)
      code.b(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  private func emitTiles(_ code: inout ARM64Assembler, _ group: MatrixPanels.Group) {
    let tiles = panels.heights(group).map { (height: $0, label: code.label()) }
    func label(_ height: Int) -> ARM64Assembler.Label? { tiles.first { $0.height == height }?.label }
    let end = code.label()
    let next = code.here()
    if let whole = label(group.tileHeight) {
      code.cmp(rowsLeft, 2 * group.tileHeight)
      code.b(.greaterOrEqual, whole)
    }
    if let shared = panels.sharedRows(group), let half = label((shared + 1) / 2) {
      code.cmp(rowsLeft, shared)
      code.b(.equal, half)
    }
    for tile in tiles {
      code.cmp(rowsLeft, tile.height)
      code.b(.greaterOrEqual, tile.label)
    }
    code.b(end)
    for tile in tiles {
      code.bind(tile.label)
      emitTile(&code, Tile(group, rows: tile.height, registers))
      code.add(tileInput, tileInput, tile.height * problem.inputStride * 4)
      code.add(tileOutput, tileOutput, tile.height * problem.outputStride * 4)
      code.sub(rowsLeft, rowsLeft, tile.height)
      code.b(next)
    }
    code.bind(end)
  }

  private struct Tile {
    let group: MatrixPanels.Group
    let rows: Int
    /// By row and vector.
    let sums: [ARM64VectorRegister]
    /// The inputs of each row, and the weights of terms, in rotation. Activations reuse the latter.
    let inputs: [ARM64VectorRegister], weights: [ARM64VectorRegister]

    init(_ group: MatrixPanels.Group, rows: Int, _ registers: ARM64RegisterFile) {
      var registers = registers
      (self.group, self.rows) = (group, rows)
      sums = registers.vectors(rows * group.vectors)
      inputs = registers.vectors(rows)
      // Even, since they are loaded in pairs.
      weights = registers.vectors(registers.freeVectorCount / 2 * 2)
    }

    func sum(_ row: Int, _ vector: Int) -> ARM64VectorRegister { sums[row * group.vectors + vector] }
    func weight(_ index: Int) -> ARM64VectorRegister { weights[index % weights.count] }
    /// Lanes of a vector that are columns.
    func lanes(_ vector: Int) -> Int { vector == group.vectors - 1 ? group.raggedLanes ?? 4 : 4 }
  }

  private func emitTile(_ code: inout ARM64Assembler, _ tile: Tile) {
    let group = tile.group
    for vector in 0..<group.vectors {
      code.ldr(q: tile.sum(0, vector), ARM64Memory(panel, layout.header(group).biasOffset(vector)))
    }
    for row in 1..<max(tile.rows, 1) {
      for vector in 0..<group.vectors { code.mov(tile.sum(row, vector), tile.sum(0, vector)) }
    }
    code.add(weights, panel, layout.weightsOffset(group))
    code.mov(rowInputs[0], tileInput)
    for row in 1..<max(tile.rows, 1) { code.add(rowInputs[row], rowInputs[row - 1], problem.inputStride * 4) }
    emitSegments(&code, tile)
    emitEnd(&code, tile)
  }

  /// Adds all terms to the sums of a tile.
  private func emitSegments(_ code: inout ARM64Assembler, _ tile: Tile) {
    let isSegmented = problem.segmentCount > 1
    let length = isSegmented ? problem.segmentLength : problem.depth
    if isSegmented { code.mov(segmentsLeft, problem.segmentCount) }
    let segment = code.here()
    let iterations = length / 4
    if iterations > 0 {
      code.mov(iterationsLeft, iterations)
      let next = code.here()
      emitTerms(&code, tile, count: 4, isVector: true)
      code.subs(iterationsLeft, iterationsLeft, 1)
      code.b(.notEqual, next)
    }
    emitTerms(&code, tile, count: length % 4, isVector: false)
    if isSegmented {
      for row in 0..<tile.rows {
        code.add(rowInputs[row], rowInputs[row], (problem.segmentStride - length) * 4)
      }
      code.subs(segmentsLeft, segmentsLeft, 1)
      code.b(.notEqual, segment)
    }
  }

  /// Adds some terms to the sums, and advances weights and inputs.
  ///
  /// - Parameter isVector: whether to load the inputs together, not one by one.
  private func emitTerms(_ code: inout ARM64Assembler, _ tile: Tile, count: Int, isVector: Bool) {
    guard count > 0 else { return }
    let vectors = tile.group.vectors
    var schedule = ProductSchedule(lead: max(tile.sums.count, 8))
    for k in 0..<count {
      if !isVector || k == 0 {
        for (input, address) in zip(tile.inputs, rowInputs) {
          schedule.load([input]) { code in
            if isVector { code.ldr(q: input, address, post: 16) } else { code.ldr(s: input, address, post: 4) }
          }
        }
      }
      for vector in 0..<vectors {
        let number = k * vectors + vector
        if number % 2 == 0 {
          let (first, second) = (tile.weight(number), tile.weight(number + 1))
          let memory = ARM64Memory(weights, number * 16)
          if number + 1 < count * vectors {
            schedule.load([first, second]) { $0.ldp(q: first, second, memory) }
          } else {
            schedule.load([first]) { $0.ldr(q: first, memory) }
          }
        }
        for row in 0..<tile.rows {
          schedule.multiply(tile.sum(row, vector), tile.weight(number), tile.inputs[row], lane: isVector ? k : 0)
        }
      }
    }
    schedule.emit(&code)
    code.add(weights, weights, count * vectors * 16)
  }

  /// Adds the addend, applies the activation and stores the rows of a tile.
  private func emitEnd(_ code: inout ARM64Assembler, _ tile: Tile) {
    let vectors = tile.group.vectors
    // The weights' registers are free now.
    let place = weights
    if problem.hasAddend {
      code.add(place, tileOutput, addendDistance)
      for row in 0..<tile.rows {
        for vector in 0..<vectors {
          let addend = tile.weight(row * vectors + vector)
          code.load(addend, ARM64Memory(place, vector * 16), lanes: tile.lanes(vector))
          code.fadd(tile.sum(row, vector), tile.sum(row, vector), addend)
        }
        if row < tile.rows - 1 { code.add(place, place, problem.outputStride * 4) }
      }
    }
    layout.header(tile.group).emit(
      &code, sums: tile.sums.enumerated().map { ($1, $0 % vectors) }, header: panel, vectors: vectors,
      spare: Array(tile.weights.prefix(3)))
    code.mov(place, tileOutput)
    for row in 0..<tile.rows {
      for vector in 0..<vectors {
        code.store(ARM64Memory(place, vector * 16), tile.sum(row, vector), lanes: tile.lanes(vector))
      }
      if row < tile.rows - 1 { code.add(place, place, problem.outputStride * 4) }
    }
  }
}
