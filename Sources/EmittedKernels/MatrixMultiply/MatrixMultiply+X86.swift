import MachineCode
import TensorKernels

extension MachineMatrixMultiply {
  static func x86(_ layout: MatrixLayout) -> [UInt8]? {
    var code = X86Assembler()
    MatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineMatrixMultiply``.
private struct MatrixEmitter {
  private let layout: MatrixLayout
  private var problem: MatrixMultiply.Problem { layout.problem }
  private var panels: MatrixPanels { layout.panels }

  private let registers: X86RegisterFile
  /// The arguments. Input and rows stay; the others advance from panel to panel.
  private let input: X86GeneralRegister, panel: X86GeneralRegister, output: X86GeneralRegister, rows: X86GeneralRegister
  private let distance: X86GeneralRegister, scratch: X86GeneralRegister
  private let panelsLeft: X86GeneralRegister
  /// The current tile's input and output, the rows left, its next weights, and the remaining iterations.
  private let tileInput: X86GeneralRegister, tileOutput: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister, segmentsLeft: X86GeneralRegister
  private let addendDistance: X86GeneralRegister

  init(_ layout: MatrixLayout) {
    self.layout = layout
    let arguments = X86ArgumentRegisters<MachineMatrixMultiply.Arguments>()
    (input, panel) = (arguments[\.input], arguments[\.panels])
    (output, rows) = (arguments[\.output], arguments[\.rows])
    (distance, scratch) = (arguments[\.addendDistance], arguments[\.scratch])
    var registers = X86RegisterFile(arguments: arguments.all)
    weights = registers.general()
    (tileInput, tileOutput, rowsLeft) = (registers.general(), registers.general(), registers.general())
    (iterationsLeft, segmentsLeft, addendDistance) = (registers.general(), registers.general(), registers.general())
    // The argument is copied first.
    panelsLeft = distance
    self.registers = registers
  }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    code.mov(addendDistance, distance)
    for group in panels.groups {
      code.vectorWidth = group.width
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      if layout.usesScratch { emitFloats(&code, group) }
      code.mov(tileInput, input)
      code.mov(tileOutput, output)
      code.mov(rowsLeft, rows)
      emitTiles(&code, group)
      code.add(panel, layout.byteCount(group))
      code.add(output, group.columnCount * 4)
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  /// Converts a panel's weights to floats in scratch.
  private func emitFloats(_ code: inout X86Assembler, _ group: MatrixPanels.Group) {
    let (source, target) = (weights, segmentsLeft)
    let floats = TileRegisters(group).inputs[0]
    // A term of each column at a time; all columns are in whole vectors, or in half of the last one.
    let width = code.vectorWidth
    if !group.columnCount.isMultiple(of: width.laneCount) { code.vectorWidth = .bits256Of32 }
    let (vectors, lanes) = (group.columnCount / code.vectorWidth.laneCount, code.vectorWidth.laneCount)
    let terms = [8, 4, 2].first { problem.depth.isMultiple(of: $0) } ?? 1
    code.lea(source, X86Memory(panel, layout.weightsOffset(group)))
    code.mov(target, scratch)
    code.mov(iterationsLeft, problem.depth / terms)
    let loop = code.here()
    for vector in 0..<terms * vectors {
      code.vcvtph2ps(floats, X86Memory(source, vector * lanes * 2))
      code.vmovups(X86Memory(target, vector * lanes * 4), floats)
    }
    code.add(source, terms * group.columnCount * 2)
    code.add(target, terms * group.columnCount * 4)
    code.sub(iterationsLeft, 1)
    code.jump(.notEqual, loop)
    code.vectorWidth = width
  }

  private func emitTiles(_ code: inout X86Assembler, _ group: MatrixPanels.Group) {
    let heights = panels.heights(group)
    let registers = TileRegisters(group)
    let tiles = heights.map { (height: $0, label: code.label()) }
    func label(_ height: Int) -> X86Assembler.Label? { tiles.first { $0.height == height }?.label }
    let end = code.label()
    let next = code.here()
    if let whole = label(group.tileHeight) {
      code.cmp(rowsLeft, 2 * group.tileHeight)
      code.jump(.greaterOrEqual, whole)
    }
    if let shared = panels.sharedRows(group), let half = label((shared + 1) / 2) {
      code.cmp(rowsLeft, shared)
      code.jump(.equal, half)
    }
    for tile in tiles {
      code.cmp(rowsLeft, tile.height)
      code.jump(.greaterOrEqual, tile.label)
    }
    code.jmp(end)
    for tile in tiles {
      code.bind(tile.label)
      emitTile(&code, group, registers, rows: tile.height)
      code.add(tileInput, (tile.height * problem.inputStride - advance) * 4)
      code.add(tileOutput, tile.height * problem.outputStride * 4)
      code.sub(rowsLeft, tile.height)
      code.jmp(next)
    }
    code.bind(end)
  }

  /// Elements by which a tile's code advances the input.
  private var advance: Int {
    problem.segmentCount == 1 ? problem.depth : problem.segmentCount * problem.segmentStride
  }

  /// Emits a tile. Leaves the input advanced.
  ///
  /// A tall tile adds its last terms a few rows at a time, so that the first rows are stored while others still
  /// multiply; on a Zen 5, which overlaps tiles anyway, that takes 1 to 3 % longer.
  private func emitTile(_ code: inout X86Assembler, _ group: MatrixPanels.Group, _ tile: TileRegisters, rows: Int) {
    for sum in tile.sums(0..<rows) {
      code.vmovups(sum.register, X86Memory(panel, layout.header(group).biasOffset(sum.vector)))
    }
    if layout.usesScratch {
      code.mov(weights, scratch)
    } else {
      code.lea(weights, X86Memory(panel, layout.weightsOffset(group)))
    }
    let isStaggered = group.width == .bits512 && !panels.isFullRate && rows >= 8 && problem.segmentCount == 1
    let last = isStaggered ? 8 : 0
    emitTerms(&code, group, tile, rows: rows, count: problem.depth - last)
    let steps = isStaggered ? 3 : 1
    for step in 0..<steps {
      let range = step * rows / steps..<(step + 1) * rows / steps
      for k in 0..<last { emitTerm(&code, group, tile, rows: range, k) }
      emitEnd(&code, group, tile, rows: range)
    }
    if last > 0 { code.add(tileInput, last * 4) }
  }

  /// Sums of one vector of columns: of a row, or of two rows in halves.
  private struct Sum {
    let register: X86VectorRegister, vector: Int
    let rows: Range<Int>
    let isPaired: Bool
  }

  /// The vector registers of a group's tiles.
  private struct TileRegisters {
    private let group: MatrixPanels.Group
    private let sums: [X86VectorRegister]
    /// A term's weights, and alternating inputs of rows.
    let weights: [X86VectorRegister], inputs: [X86VectorRegister]
    /// The inputs of a single row, and its converted weights if no tile has more rows.
    let ownInputs: [X86VectorRegister], ownWeights: [X86VectorRegister]
    /// The inputs of two rows in halves.
    let pairedInputs: X86VectorRegister?
    /// For finishing sums, reusing weights and inputs. Activations use all of them, including the mask's.
    let spare: [X86VectorRegister], mask: X86VectorRegister, addend: X86VectorRegister

    init(_ group: MatrixPanels.Group) {
      self.group = group
      var registers = X86RegisterFile(arguments: [], width: group.width)
      sums = registers.vectors(group.sumCount)
      var end = registers
      spare = end.highVectors(3)
      (mask, addend) = (spare[0], spare[1])
      var row = registers
      ownInputs = row.highVectors(2).reversed()
      ownWeights = group.tileHeight > 1 ? [] : row.highVectors(2)
      weights = group.tileHeight > 1 ? registers.vectors(group.vectors) : []
      pairedInputs = group.pairsRows ? registers.vector() : nil
      inputs = registers.vectors(registers.freeVectorCount)
    }

    func sum(_ row: Int, _ vector: Int) -> X86VectorRegister { sums[row * group.wholeVectors + vector] }

    /// The sum that two rows share.
    func pairedSum(_ row: Int) -> X86VectorRegister { sums[group.tileHeight * group.wholeVectors + row / 2] }

    /// All sums of some rows; a shared sum belongs to the first of its rows.
    func sums(_ rows: Range<Int>) -> [Sum] {
      let vectors = group.wholeVectors
      let own = rows.flatMap { row in
        (0..<vectors).map { Sum(register: sum(row, $0), vector: $0, rows: row..<row + 1, isPaired: false) }
      }
      guard group.pairsRows else { return own }
      return own
        + stride(from: rows.lowerBound, to: rows.upperBound, by: 2).map { row in
          Sum(
            register: pairedSum(row), vector: vectors, rows: row..<min(row + 2, rows.upperBound), isPaired: true)
        }
    }
  }

  /// Prefetch distance of weights in bytes; nil if the filter is small.
  ///
  /// Measured on a Zen 4: 4 KB gains 1 % in the landmark network; 0.5 KB, or the next panel, gains nothing.
  private func prefetchDistance(_ group: MatrixPanels.Group) -> Int? {
    group.width == .bits512 && problem.segmentCount == 1 && problem.filterIsLarge ? 4096 : nil
  }

  /// Adds a segment's first terms to all sums of a tile, and advances weights and input.
  private func emitTerms(
    _ code: inout X86Assembler, _ group: MatrixPanels.Group, _ tile: TileRegisters, rows: Int, count: Int
  ) {
    guard problem.segmentCount > 1 else { return emitRun(&code, group, tile, rows: rows, count: count, unroll: 16) }
    code.mov(segmentsLeft, problem.segmentCount)
    let segment = code.here()
    emitRun(&code, group, tile, rows: rows, count: problem.segmentLength, unroll: 64)
    code.add(tileInput, (problem.segmentStride - problem.segmentLength) * 4)
    code.sub(segmentsLeft, 1)
    code.jump(.notEqual, segment)
  }

  /// Adds consecutive terms: eight per iteration, or unrolled if at most `unroll`.
  private func emitRun(
    _ code: inout X86Assembler, _ group: MatrixPanels.Group, _ tile: TileRegisters, rows: Int, count: Int, unroll: Int
  ) {
    func emit(_ terms: Int) {
      guard terms > 0 else { return }
      for k in 0..<terms { emitTerm(&code, group, tile, rows: 0..<rows, k) }
      code.add(weights, terms * group.columnCount * weightByteCount)
      code.add(tileInput, terms * 4)
    }
    let terms = count <= unroll ? count : 8
    let iterations = count / max(terms, 1)
    guard iterations > 1 else { return emit(count) }
    code.mov(iterationsLeft, iterations)
    let loop = code.here()
    emit(terms)
    code.sub(iterationsLeft, 1)
    code.jump(.notEqual, loop)
    emit(count % terms)
  }

  /// Bytes of a weight that tiles read.
  private var weightByteCount: Int { layout.holdsHalves && !layout.usesScratch ? 2 : 4 }

  /// Adds the term at index `k` to some sums of a tile.
  private func emitTerm(
    _ code: inout X86Assembler, _ group: MatrixPanels.Group, _ tile: TileRegisters, rows: Range<Int>, _ k: Int
  ) {
    let vectors = group.wholeVectors
    func term(_ vector: Int) -> X86Memory {
      X86Memory(weights, (k * group.columnCount + vector * group.width.laneCount) * weightByteCount)
    }
    if rows.upperBound == 1, !group.pairsRows {
      let input = tile.ownInputs[k % 2]
      code.vbroadcastss(input, X86Memory(tileInput, k * 4))
      for vector in 0..<vectors {
        if weightByteCount == 2 {
          let floats = tile.ownWeights.isEmpty ? tile.weights[0] : tile.ownWeights[vector % 2]
          code.vcvtph2ps(floats, term(vector))
          code.vfmadd231ps(tile.sum(0, vector), input, floats)
        } else {
          code.vfmadd231ps(tile.sum(0, vector), input, term(vector))
        }
      }
      return
    }
    if weightByteCount == 2 {
      for vector in 0..<vectors { code.vcvtph2ps(tile.weights[vector], term(vector)) }
      if group.pairsRows { emitFloatsTwice(&code, tile.weights[vectors], term(vectors)) }
    } else {
      for vector in 0..<vectors { code.vmovups(tile.weights[vector], term(vector)) }
      if group.pairsRows { code.vbroadcastf32x8(tile.weights[vectors], term(vectors)) }
    }
    if let distance = prefetchDistance(group), rows.lowerBound == 0 {
      for vector in 0..<vectors { code.prefetcht0(term(vector).advanced(by: distance)) }
    }
    for row in rows {
      let input = tile.inputs[row % tile.inputs.count]
      code.vbroadcastss(input, X86Memory(tileInput, (row * problem.inputStride + k) * 4))
      for vector in 0..<vectors {
        code.vfmadd231ps(tile.sum(row, vector), input, tile.weights[vector])
      }
      guard let paired = tile.pairedInputs, row % 2 == 1 || row == rows.upperBound - 1 else { continue }
      if row % 2 == 1 {
        code.vinserti32x8(upper: paired, tile.inputs[(row - 1) % tile.inputs.count], input)
      }
      code.vfmadd231ps(tile.pairedSum(row), row % 2 == 1 ? paired : input, tile.weights[vectors])
    }
  }

  /// Converts eight halves for both halves of a 512-bit register.
  private func emitFloatsTwice(_ code: inout X86Assembler, _ target: X86VectorRegister, _ source: X86Memory) {
    code.vectorWidth = .bits256Of32
    code.vcvtph2ps(target, source)
    code.vectorWidth = .bits512
    code.vinserti32x8(upper: target, target, target)
  }

  /// Adds the addend, applies the activation and stores some finished rows.
  private func emitEnd(
    _ code: inout X86Assembler, _ group: MatrixPanels.Group, _ tile: TileRegisters, rows: Range<Int>
  ) {
    // The upper half of a 512-bit vector is ragged.
    let isUpper = group.width == .bits512
    let (mask, upper) = isUpper ? (tile.inputs[0], tile.inputs[1]) : (tile.mask, tile.addend)
    func inHalves(_ emit: (inout X86Assembler) -> Void) {
      let width = code.vectorWidth
      if isUpper { code.vectorWidth = .bits256 }
      emit(&code)
      code.vectorWidth = width
    }
    func isRagged(_ vector: Int) -> Bool { group.raggedLanes != nil && vector == group.vectors - 1 }
    // Byte offset of a sum in the tile's output.
    func place(_ row: Int, _ sum: Sum) -> Int {
      row * problem.outputStride * 4 + sum.vector * group.width.byteCount
    }
    let sums = tile.sums(rows)
    if problem.hasAddend {
      if group.raggedLanes != nil {
        let half = isUpper ? VectorWidth.bits256.byteCount : 0
        inHalves { $0.vmovups(mask, X86Memory(panel, layout.maskOffset(group) + half)) }
      }
      for sum in sums {
        func addend(_ row: Int) -> X86Memory {
          X86Memory(tileOutput, index: addendDistance, scale: 1, place(row, sum))
        }
        if sum.isPaired {
          code.emitHalves(
            tile.addend, addend(sum.rows.lowerBound), sum.rows.count == 2 ? addend(sum.rows.lowerBound + 1) : nil)
          code.vaddps(sum.register, sum.register, tile.addend)
        } else if isRagged(sum.vector) {
          let half = isUpper ? VectorWidth.bits256.byteCount : 0
          inHalves { $0.vmaskmovps(upper, mask: mask, addend(sum.rows.lowerBound).advanced(by: half)) }
          if isUpper {
            code.emitHalves(tile.addend, addend(sum.rows.lowerBound), nil)
            code.vinserti32x8(upper: tile.addend, tile.addend, upper)
          }
          code.vaddps(sum.register, sum.register, tile.addend)
        } else {
          code.vaddps(sum.register, sum.register, addend(sum.rows.lowerBound))
        }
      }
    }
    layout.header(group).emit(
      &code, sums: sums.map { ($0.register, $0.vector) }, header: panel, vectors: group.vectors, spare: tile.spare)
    for sum in sums {
      let target = X86Memory(tileOutput, place(sum.rows.lowerBound, sum))
      if sum.isPaired {
        for (half, row) in sum.rows.enumerated() {
          code.vextracti32x8(X86Memory(tileOutput, place(row, sum)), sum.register, UInt8(half))
        }
      } else if isRagged(sum.vector), isUpper {
        code.vextracti32x8(target, sum.register, 0)
        code.vextracti32x8(low: upper, sum.register, 1)
        inHalves {
          $0.emitLanes(
            (group.raggedLanes ?? 0) - VectorWidth.bits256.laneCount, of: upper,
            to: target.advanced(by: VectorWidth.bits256.byteCount), spare: mask)
        }
      } else if isRagged(sum.vector) {
        code.emitLanes(group.raggedLanes ?? 0, of: sum.register, to: target, spare: mask)
      } else {
        code.vmovups(target, sum.register)
      }
    }
  }
}

extension X86Assembler {
  /// Stores the first lanes of 256 bits, fewer than eight. A masked store took eleven cycles longer (Zen 4).
  fileprivate mutating func emitLanes(
    _ count: Int, of source: X86VectorRegister, to target: X86Memory, spare: X86VectorRegister
  ) {
    var (source, target) = (source, target)
    if count >= 4 {
      vmovups(target, low: source)
      if count > 4 { vextracti128(low: spare, source, 1) }
      (source, target) = (spare, target.advanced(by: 16))
    }
    if count & 2 != 0 { vmovq(target, low: source) }
    if count & 3 == 3 {
      vpshufd(spare, source, 2)
      (source, target) = (spare, target.advanced(by: 8))
    }
    if count & 1 != 0 { vmovss(target, source) }
  }

  /// Loads each half of a 512-bit register from its own address; a missing upper half becomes zero.
  mutating func emitHalves(_ target: X86VectorRegister, _ low: X86Memory, _ upper: X86Memory?) {
    let width = vectorWidth
    vectorWidth = .bits256Of32
    vmovups(target, low)
    vectorWidth = width
    if let upper { vinserti32x8(upper: target, target, upper) }
  }
}
