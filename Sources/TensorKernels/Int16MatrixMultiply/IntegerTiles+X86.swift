import MachineCode

/// Emits the loops of a product of integers over one panel of columns: for each tile of rows, for each group of terms:
/// load the panel's weights, broadcast the group of each row, multiply, add neighboring products, add.
struct IntegerTileEmitter {
  /// The segments of memory that a row's terms are in, and the bytes from one to the next.
  struct Segments: Hashable {
    let count: Int, byteCount: Int
  }

  /// The groups of terms of a row, or of each of its segments: what one lane takes.
  let groupCount: Int
  let terms: IntegerTerms
  private let segments: Segments?
  /// Bytes from a weight to one that is loaded into the cache, so that the next page or panel is there in time; nil if
  /// the weights are there anyway.
  private let prefetchDistance: Int?
  /// Bytes of a row, and those of them before its terms.
  let rowByteCount: Int, headerByteCount: Int
  /// Bytes from an output row to the next.
  let outputByteCount: Int

  /// The current tile: its rows and output, the rows left from it on, its next weights, and the iterations left over
  /// them.
  let rows: X86GeneralRegister, output: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister
  private let segmentsLeft: X86GeneralRegister?

  /// Takes five general registers, and one more for segments.
  init(
    groupCount: Int, _ terms: IntegerTerms = .words, segments: Segments? = nil, rowByteCount: Int,
    headerByteCount: Int = 0, outputByteCount: Int, prefetchDistance: Int? = nil, _ registers: inout X86RegisterFile
  ) {
    (self.groupCount, self.terms, self.segments) = (groupCount, terms, segments)
    self.prefetchDistance = prefetchDistance
    (self.rowByteCount, self.headerByteCount) = (rowByteCount, headerByteCount)
    self.outputByteCount = outputByteCount
    (rows, output, rowsLeft) = (registers.general(), registers.general(), registers.general())
    (weights, iterationsLeft) = (registers.general(), registers.general())
    segmentsLeft = segments.map { _ in registers.general() }
  }

  /// All rows of one panel: as many tall tiles as there are rows for, then lower ones. A single row takes as long as
  /// two or more, so that the last tall tile takes it, too, where there are registers.
  ///
  /// - Parameters:
  ///   - panel: the panel's weights.
  ///   - pairsGroups: whether weights of one vector of sixteen columns are in pairs of groups, eight columns in each
  ///     vector: a broadcast of two groups serves two products, since each broadcast takes longer than a product.
  ///   - start: what the sums of a vector begin with; nil for zero.
  ///   - finish: emits the end of a tile, in instructions of the panel's width, from its sums by row and vector, those
  ///     that two rows share with the first of them, and with the other registers, at least four and of two vectors of
  ///     512 bits six, the first ones below 16; ``rows`` is ``advance`` bytes after the tile's first row.
  func emit(
    _ code: inout X86Assembler, _ panels: Int16Layout.Group, panel: X86Memory, pairsGroups: Bool = false,
    start: ((Int) -> X86Memory)? = nil,
    finish: (_ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]) -> Void
  ) {
    let width = code.vectorWidth
    code.vectorWidth = panels.width
    let heights = [panels.tileHeight] + (panels.width == .bits512 ? [13] : []) + [4, 2, 1]
    for height in heights {
      let end = code.label(), next = code.here()
      code.cmp(rowsLeft, height)
      code.jump(.less, end)
      if height + 1 == heights[1] {
        code.cmp(rowsLeft, height + 1)
        code.jump(.equal, end)
      }
      // Instructions that take halves of the sums name sixteen registers only: an end of sums that begin with zero.
      let isWide = panels.width == .bits512 || panels.width == .bits256Of32 && start != nil
      var registers = X86RegisterFile(arguments: [], width: isWide ? .bits512 : .bits256)
      let sums = (0..<height).map { row in
        registers.highVectors(panels.pairsRows && !row.isMultiple(of: 2) ? panels.wholeVectors : panels.vectors)
      }
      emitSums(&code, panels, sums, registers, panel: panel, pairsGroups: pairsGroups, start: start)
      finish(&code, sums, registers.vectors(registers.freeVectorCount))
      code.add(rows, height * rowByteCount - advance)
      code.add(output, height * outputByteCount)
      code.sub(rowsLeft, height)
      code.jmp(next)
      code.bind(end)
    }
    code.vectorWidth = width
  }

  /// The sums of one tile. Leaves the rows advanced.
  private func emitSums(
    _ code: inout X86Assembler, _ panels: Int16Layout.Group, _ sums: [[X86VectorRegister]],
    _ registers: X86RegisterFile, panel: X86Memory, pairsGroups: Bool, start: ((Int) -> X86Memory)?
  ) {
    var registers = registers
    // Of pairs of groups, the sums of each row's other eight columns.
    let otherSums = pairsGroups ? registers.vectors(sums.count) : []
    let panelWeights = registers.vectors(pairsGroups ? 2 : panels.vectors)
    let (group, products) = (registers.vector(), registers.vector())
    let previousGroup = panels.pairsRows ? registers.vector() : group

    /// Adds the products of a group of terms, counted from the weights and the rows.
    func emitGroup(_ place: Int) {
      for (vector, register) in panelWeights.enumerated() {
        let place = place * panels.columnCount * 4 + vector * code.vectorWidth.byteCount
        if vector < panels.wholeVectors || pairsGroups {
          code.vmovups(register, X86Memory(weights, place))
        } else {
          code.vbroadcastf32x8(register, X86Memory(weights, place))
        }
        if let prefetchDistance { code.prefetcht0(X86Memory(weights, place + prefetchDistance)) }
      }
      for (row, sums) in sums.enumerated() {
        let terms = X86Memory(rows, row * rowByteCount + headerByteCount + place * 4)
        if pairsGroups {
          code.vbroadcastsd(group, terms)
          code.vpdpbusd(sums[0], group, panelWeights[0])
          code.vpdpbusd(otherSums[row], group, panelWeights[1])
          continue
        }
        // Of one vector, the product itself broadcasts: by way of a register, this takes a third longer.
        if broadcastsOperands(code), panels.vectors == 1 {
          code.vpdpwssd(sums[0], panelWeights[0], broadcast: terms)
          continue
        }
        let group = panels.pairsRows && row.isMultiple(of: 2) ? previousGroup : group
        code.vbroadcastss(group, terms)
        for vector in 0..<panels.wholeVectors { emitProducts(sums[vector], group, panelWeights[vector]) }
        if panels.pairsRows { emitPair(row, group, panelWeights[panels.wholeVectors]) }
      }
    }

    func emitProducts(_ sum: X86VectorRegister, _ group: X86VectorRegister, _ weight: X86VectorRegister) {
      switch terms {
      case .words: code.addWordProducts(sum, group, weight, products: products)
      case .bytes: code.vpdpbusd(sum, group, weight)
      }
    }

    /// Adds to what two rows share, at the second one, or at a last one that has none.
    func emitPair(_ row: Int, _ group: X86VectorRegister, _ weight: X86VectorRegister) {
      let shared = sums[row / 2 * 2][panels.wholeVectors]
      if !row.isMultiple(of: 2) {
        code.vinserti32x8(upper: previousGroup, previousGroup, group)
        emitProducts(shared, previousGroup, weight)
      } else if row == sums.count - 1 {
        emitProducts(shared, group, weight)
      }
    }

    code.lea(weights, panel)
    for (vector, sum) in sums.flatMap({ $0.enumerated() }) {
      if let start, !pairsGroups { code.vmovups(sum, start(vector)) } else { code.vxorps(sum, sum, sum) }
    }
    for sum in otherSums { code.vxorps(sum, sum, sum) }
    if let segments, let segmentsLeft { code.mov(segmentsLeft, segments.count) }
    let nextSegment = code.here(), step = pairsGroups ? 2 : 1
    let loop = loop
    if loop.count > 0 {
      code.mov(iterationsLeft, loop.count)
      let next = code.here()
      for place in stride(from: 0, to: loop.groupCount, by: step) { emitGroup(place) }
      code.add(weights, loop.groupCount * panels.columnCount * 4)
      code.add(rows, loop.byteCount)
      code.sub(iterationsLeft, 1)
      code.jump(.notEqual, next)
    }
    for place in stride(from: 0, to: loop.rest, by: step) { emitGroup(place) }
    if let segments, let segmentsLeft {
      code.add(weights, loop.rest * panels.columnCount * 4)
      code.add(rows, segments.byteCount - loop.count * loop.byteCount)
      code.sub(segmentsLeft, 1)
      code.jump(.notEqual, nextSegment)
    }
    for (sums, other) in zip(sums, otherSums) {
      code.vshufps(products, sums[0], other, 0b11_01_11_01)
      code.vshufps(sums[0], sums[0], other, 0b10_00_10_00)
      code.vpaddd(sums[0], sums[0], products)
      if let start { code.vpaddd(sums[0], sums[0], start(0)) }
    }
  }

  private func broadcastsOperands(_ code: X86Assembler) -> Bool {
    terms == .words && code.vectorWidth != .bits256 && MachineCodeSupport.integerProducts.isFused
  }

  private static let unroll = 8
  /// A loop over the groups of a segment: its iterations, the groups of each and the bytes to the next, and the groups
  /// after the loop. A few are not worth a loop.
  private var loop: (count: Int, groupCount: Int, byteCount: Int, rest: Int) {
    if groupCount <= 2 * Self.unroll { return (0, 0, 0, groupCount) }
    return (groupCount / Self.unroll, Self.unroll, Self.unroll * 4, groupCount % Self.unroll)
  }
  /// Bytes by which a tile's code advances the rows.
  var advance: Int { segments.map { $0.count * $0.byteCount } ?? loop.count * loop.byteCount }
}
