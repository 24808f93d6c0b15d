import MachineCode

/// Emits the loops of a product of 16-bit integers over one panel of columns: for each tile of rows, for each pair of
/// terms: load the panel's weights, broadcast one pair of each row, multiply, add neighboring products, add.
struct PairTileEmitter {
  /// The pairs of terms of a row.
  let pairCount: Int
  /// Bytes of a row, and those of them before its pairs.
  let rowByteCount: Int, headerByteCount: Int
  /// Bytes from an output row to the next.
  let outputByteCount: Int

  /// The current tile: its rows and output, the rows left from it on, its next weights, and the iterations left over
  /// them.
  let rows: X86GeneralRegister, output: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister

  /// Takes five general registers.
  init(
    pairCount: Int, rowByteCount: Int, headerByteCount: Int = 0, outputByteCount: Int,
    _ registers: inout X86RegisterFile
  ) {
    (self.pairCount, self.rowByteCount, self.headerByteCount) = (pairCount, rowByteCount, headerByteCount)
    self.outputByteCount = outputByteCount
    (rows, output, rowsLeft) = (registers.general(), registers.general(), registers.general())
    (weights, iterationsLeft) = (registers.general(), registers.general())
  }

  /// All rows of one panel of `vectors` vectors: as many tall tiles as there are rows for, then lower ones.
  ///
  /// - Parameters:
  ///   - panel: the panel's weights.
  ///   - finish: emits the end of a tile, from its sums by row and vector, with three registers to use; ``rows`` is
  ///     ``advance`` bytes after the tile's first row.
  func emit(
    _ code: inout X86Assembler, vectors: Int, panel: X86Memory,
    finish: (_ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]) -> Void
  ) {
    for height in [12 / vectors, 4, 2, 1] {
      let end = code.label()
      code.cmp(rowsLeft, height)
      code.jump(.less, end)
      let next = code.here()
      var registers = X86RegisterFile(arguments: [])
      let sums = (0..<height).map { _ in registers.vectors(vectors) }
      var free = registers
      emitSums(&code, sums, &registers, panel: panel)
      finish(&code, sums, free.highVectors(3))
      code.add(rows, height * rowByteCount - advance)
      code.add(output, height * outputByteCount)
      code.sub(rowsLeft, height)
      code.cmp(rowsLeft, height)
      code.jump(.greaterOrEqual, next)
      code.bind(end)
    }
  }

  /// The sums of one tile. Leaves the rows advanced.
  private func emitSums(
    _ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ registers: inout X86RegisterFile, panel: X86Memory
  ) {
    let panelWeights = registers.vectors(sums[0].count)
    let (pair, products) = (registers.vector(), registers.vector())

    /// Adds the products of a pair of terms, counted from the weights and the rows.
    func emitPair(_ place: Int, isFirst: Bool = false) {
      for (vector, register) in panelWeights.enumerated() {
        code.vmovups(register, X86Memory(weights, (place * panelWeights.count + vector) * 32))
      }
      for (row, sums) in sums.enumerated() {
        code.vbroadcastss(pair, X86Memory(rows, row * rowByteCount + headerByteCount + place * 4))
        for (sum, weight) in zip(sums, panelWeights) {
          if isFirst {
            code.vpmaddwd(sum, pair, weight)
          } else {
            code.addWordProducts(sum, pair, weight, products: products)
          }
        }
      }
    }

    code.lea(weights, panel)
    // The products of the first pair are the sums to begin with.
    emitPair(0, isFirst: true)
    let (iterations, rest) = pairs
    if iterations > 0 {
      code.mov(iterationsLeft, iterations)
      let next = code.here()
      for place in 1...Self.unroll { emitPair(place) }
      code.add(weights, Self.unroll * panelWeights.count * 32)
      code.add(rows, Self.unroll * 4)
      code.sub(iterationsLeft, 1)
      code.jump(.notEqual, next)
    }
    for place in 0..<rest { emitPair(1 + place) }
  }

  private static let unroll = 8
  /// The pairs after the first one: iterations of a loop, and the rest. A few are not worth a loop.
  private var pairs: (iterations: Int, rest: Int) {
    let count = pairCount - 1
    return count <= 2 * Self.unroll ? (0, count) : (count / Self.unroll, count % Self.unroll)
  }
  /// Bytes by which a tile's code advances the rows.
  var advance: Int { pairs.iterations * Self.unroll * 4 }
}
