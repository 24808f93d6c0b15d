import MachineCode

extension X86Emitter {
  static func byteMatrixMultiply(_ layout: ByteMatrixLayout) -> [UInt8]? {
    var code = X86Assembler()
    ByteMatrixEmitter(layout).emit(&code)
    return code.finished()
  }
}

/// Emits the code of a ``MachineByteMatrixMultiply``: rows to 16 bits; then for each panel of columns, for each tile of
/// rows, for each pair of terms: load the panel's weights, broadcast one pair of each row, multiply, add neighboring
/// products, add.
private struct ByteMatrixEmitter {
  private typealias Group = Int16Layout.Group
  private typealias Constants = MachineByteMatrixMultiply.Constants

  private let layout: ByteMatrixLayout
  private let arguments = X86ArgumentRegisters<MachineByteMatrixMultiply.Arguments>()
  private let registers: X86RegisterFile
  private let panelsLeft: X86GeneralRegister
  /// The current tile: its rows and output, the rows left from it on, its next weights, and the iterations left over
  /// them.
  private let tileRows: X86GeneralRegister, tileOutput: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister

  init(_ layout: ByteMatrixLayout) {
    self.layout = layout
    var registers = X86RegisterFile(arguments: arguments.all)
    (weights, panelsLeft) = (registers.general(), registers.general())
    (tileRows, tileOutput, rowsLeft) = (registers.general(), registers.general(), registers.general())
    iterationsLeft = registers.general()
    self.registers = registers
  }

  private var panel: X86GeneralRegister { arguments[\.panels] }
  private var problem: ByteMatrixMultiply.Problem { layout.problem }

  func emit(_ code: inout X86Assembler) {
    code.enter(registers)
    emitConversion(&code)
    for group in layout.groups {
      code.mov(panelsLeft, group.panelCount)
      let nextPanel = code.here()
      code.mov(tileRows, arguments[\.scratch])
      code.mov(tileOutput, arguments[\.output])
      code.mov(rowsLeft, arguments[\.count])
      emitTiles(&code, group)
      code.add(panel, layout.byteCount(group))
      code.add(arguments[\.output], group.columnCount)
      code.sub(panelsLeft, 1)
      code.jump(.notEqual, nextPanel)
    }
    code.leave(registers)
  }

  /// The bytes of all rows to 16 bits, sixteen at a time; the last sixteen overlap those before them.
  private func emitConversion(_ code: inout X86Assembler) {
    let (index, last) = (weights, panelsLeft)
    let value = X86VectorRegister(0)
    // The number of elements, a row's for each row, less the last sixteen.
    code.mov(last, 0)
    code.mov(rowsLeft, arguments[\.count])
    let nextRow = code.here()
    code.add(last, problem.depth)
    code.sub(rowsLeft, 1)
    code.jump(.notEqual, nextRow)
    code.sub(last, 16)

    func emitSixteen(_ index: X86GeneralRegister) {
      let source = X86Memory(arguments[\.input], index: index, scale: 1)
      if problem.input.isSigned { code.vpmovsxbw(value, source) } else { code.vpmovzxbw(value, source) }
      code.vpsubw(value, value, X86Memory(arguments[\.constants], \Constants.inputZero))
      code.vmovups(X86Memory(arguments[\.scratch], index: index, scale: 2), value)
    }
    let end = code.label()
    code.mov(index, 0)
    let next = code.here()
    code.cmp(index, last)
    code.jump(.greaterOrEqual, end)
    emitSixteen(index)
    code.add(index, 16)
    code.jmp(next)
    code.bind(end)
    emitSixteen(last)
  }

  /// All rows of one panel: as many tall tiles as there are rows for, then lower ones.
  private func emitTiles(_ code: inout X86Assembler, _ group: Group) {
    for height in [12 / group.vectors, 4, 2, 1] {
      let end = code.label()
      code.cmp(rowsLeft, height)
      code.jump(.less, end)
      let next = code.here()
      emitTile(&code, group, height: height)
      code.add(tileRows, height * layout.rowByteCount - advance)
      code.add(tileOutput, height * problem.columns)
      code.sub(rowsLeft, height)
      code.cmp(rowsLeft, height)
      code.jump(.greaterOrEqual, next)
      code.bind(end)
    }
  }

  /// One tile. Leaves the rows advanced.
  private func emitTile(_ code: inout X86Assembler, _ group: Group, height: Int) {
    var vectors = X86RegisterFile(arguments: [])
    let sums = (0..<height).map { _ in vectors.vectors(group.vectors) }
    let panelWeights = vectors.vectors(group.vectors)
    let (pair, products) = (vectors.vector(), vectors.vector())

    func emitPair(_ place: Int, isFirst: Bool = false) {
      for (vector, register) in panelWeights.enumerated() {
        code.vmovups(register, X86Memory(weights, (place * group.vectors + vector) * 32))
      }
      for (row, sums) in sums.enumerated() {
        code.vbroadcastss(pair, X86Memory(tileRows, row * layout.rowByteCount + place * 4))
        for (sum, weight) in zip(sums, panelWeights) {
          code.vpmaddwd(isFirst ? sum : products, pair, weight)
          if !isFirst { code.vpaddd(sum, sum, products) }
        }
      }
    }

    code.lea(weights, X86Memory(panel, layout.weightsOffset(group)))
    // The products of the first pair are the sums to begin with.
    emitPair(0, isFirst: true)
    let (iterations, rest) = pairs
    if iterations > 0 {
      code.mov(iterationsLeft, iterations)
      let next = code.here()
      for place in 1...Self.unroll { emitPair(place) }
      code.add(weights, Self.unroll * group.vectors * 32)
      code.add(tileRows, Self.unroll * 4)
      code.sub(iterationsLeft, 1)
      code.jump(.notEqual, next)
    }
    for place in 0..<rest { emitPair(1 + place) }

    // Weights, pair and products are no longer needed.
    let free = [pair, products, panelWeights[0]]
    for (row, sums) in sums.enumerated() {
      for (vector, sum) in sums.enumerated() {
        emitEnd(&code, sum, free, vector, X86Memory(tileOutput, row * problem.columns + vector * 8))
      }
    }
  }

  private static let unroll = 8
  /// The pairs after the first one: iterations of a loop, and the rest. A few are not worth a loop.
  private var pairs: (iterations: Int, rest: Int) {
    let count = problem.depth / 2 - 1
    return count <= 2 * Self.unroll ? (0, count) : (count / Self.unroll, count % Self.unroll)
  }
  /// Bytes by which a tile's code advances the rows.
  private var advance: Int { pairs.iterations * Self.unroll * 4 }

  /// Requantizes eight sums, and stores them as bytes.
  private func emitEnd(
    _ code: inout X86Assembler, _ sum: X86VectorRegister, _ free: [X86VectorRegister], _ vector: Int,
    _ target: X86Memory
  ) {
    let constants = arguments[\.constants]
    let channels = X86Memory(panel, layout.channelsOffset(vector))
    code.vpaddd(sum, sum, channels.advanced(by: (\ByteRowCode.Channels.bias as PartialKeyPath).byteOffset))
    X86ProductEmitter(even: free[0], odd: free[1]).emit(
      &code, sum, channels.advanced(by: (\ByteRowCode.Channels.factors as PartialKeyPath).byteOffset),
      nudge: X86Memory(constants, \Constants.nudge), spare: free[2])
    code.vpaddd(sum, sum, X86Memory(constants, \Constants.zeroPoint))
    code.vpmaxsd(sum, sum, X86Memory(constants, \Constants.lower))
    code.vpminsd(sum, sum, X86Memory(constants, \Constants.upper))
    code.emitBytes(sum, to: target, isSigned: problem.output.isSigned, spare: free[0])
  }
}

extension X86Assembler {
  /// Stores eight 32-bit integers that fit in bytes.
  mutating func emitBytes(
    _ value: X86VectorRegister, to target: X86Memory, isSigned: Bool, spare: X86VectorRegister
  ) {
    vextracti128(low: spare, value, 1)
    vpackssdw(low: value, value, spare)
    if isSigned { vpacksswb(low: value, value, value) } else { vpackuswb(low: value, value, value) }
    vmovq(target, low: value)
  }
}
