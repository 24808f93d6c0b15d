import MachineCode
import TensorKernels

/// Emits an integer product over one panel of columns: for each tile of rows and group of terms, load the panel's
/// weights, broadcast each row's group, multiply and accumulate.
struct IntegerTileEmitter {
  /// Groups of terms per segment: a lane takes one group.
  let groupCount: Int
  let terms: IntegerTerms
  private let segments: TermSegments?
  /// Prefetch distance in bytes, for the next page or panel; nil if weights are cached anyway.
  private let prefetchDistance: Int?
  /// Bytes of a row, and of its header.
  let rowByteCount: Int, headerByteCount: Int
  /// Bytes between output rows.
  let outputByteCount: Int
  /// The counts of rows that the code is called with; nil if it may be any.
  private let rowCounts: [Int]?

  /// The current tile's rows and output, the rows left, its next weights, and the remaining iterations.
  let rows: X86GeneralRegister, output: X86GeneralRegister, rowsLeft: X86GeneralRegister
  private let weights: X86GeneralRegister, iterationsLeft: X86GeneralRegister
  private let segmentsLeft: X86GeneralRegister?

  /// Takes five general registers, and one more for segments.
  init(
    groupCount: Int, _ terms: IntegerTerms = .words, segments: TermSegments? = nil,
    rowByteCount: Int = 0, headerByteCount: Int = 0, outputByteCount: Int, prefetchDistance: Int? = nil,
    rowCounts: [Int]? = nil, _ registers: inout X86RegisterFile
  ) {
    (self.groupCount, self.terms, self.segments) = (groupCount, terms, segments)
    self.prefetchDistance = prefetchDistance
    (self.rowByteCount, self.headerByteCount) = (segments?.rowByteCount ?? rowByteCount, headerByteCount)
    self.outputByteCount = outputByteCount
    self.rowCounts = rowCounts
    (rows, output, rowsLeft) = (registers.general(), registers.general(), registers.general())
    (weights, iterationsLeft) = (registers.general(), registers.general())
    segmentsLeft = segments.map { _ in registers.general() }
  }

  /// All rows of one panel: tall tiles, then lower ones.
  ///
  /// - Parameters:
  ///   - panel: the panel's weights.
  ///   - pairsGroups: whether weights of sixteen columns are in pairs of groups, eight columns per vector: one
  ///     broadcast of two groups serves two products, since a broadcast takes longer than a product.
  ///   - start: initial sums of a vector; nil for zero.
  ///   - finish: emits the end of a tile at the panel's width, given the sums by row and vector (shared ones with the
  ///     first of two rows) and the free registers: at least four, or six for two 512-bit vectors, the first ones below
  ///     16. ``rows`` is ``advance`` bytes after the tile's first row.
  func emit(
    _ code: inout X86Assembler, _ panels: Int16Layout.Group, panel: X86Memory, pairsGroups: Bool = false,
    start: ((Int) -> X86Memory)? = nil,
    finish: (_ code: inout X86Assembler, _ sums: [[X86VectorRegister]], _ spare: [X86VectorRegister]) -> Void
  ) {
    let width = code.vectorWidth
    code.vectorWidth = panels.width
    let heights = heights(panels)
    for (index, height) in heights.enumerated() {
      let end = code.label(), next = code.here()
      code.cmp(rowsLeft, height)
      code.jump(.less, end)
      if index + 1 < heights.count, heights[index + 1] > height {
        code.cmp(rowsLeft, heights[index + 1])
        code.jump(.equal, end)
      }
      // Instructions that take halves of sums can name sixteen registers only, which applies to sums without a start.
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

  /// The heights of the tiles of all counts of rows, in their order. A single row takes as long as two or more, so the
  /// last tall tile includes it if registers allow: then a higher one follows.
  private func heights(_ panels: Int16Layout.Group) -> [Int] {
    let tall = panels.tileHeight, taller: Int? = panels.width == .bits512 ? tall + 1 : nil
    let all = [tall] + (taller.map { [$0] } ?? []) + [4, 2, 1]
    guard let rowCounts else { return all }
    var left = rowCounts
    return all.filter { height in
      var isUsed = false
      for index in left.indices {
        while left[index] >= height, height != tall || left[index] != taller {
          left[index] -= height
          isUsed = true
        }
      }
      return isUsed
    }
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

    /// Adds the products of a group of terms at this index.
    func emitGroup(_ place: Int) {
      for (vector, register) in panelWeights.enumerated() {
        let place =
          place * groupByteCount(panels) + vector * code.vectorWidth.laneCount * terms.weightByteCount
        if terms == .widenedBytes {
          code.vpmovsxbw(register, X86Memory(weights, place))
        } else if vector < panels.wholeVectors || pairsGroups {
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
        // With one vector, the product broadcasts its operand: through a register, this takes a third longer.
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
      case .words, .widenedBytes: code.addWordProducts(sum, group, weight, products: products)
      case .bytes: code.vpdpbusd(sum, group, weight)
      }
    }

    /// Accumulates what two rows share, at the second of them, or at a last row without a partner.
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
      code.add(weights, loop.groupCount * groupByteCount(panels))
      code.add(rows, loop.byteCount)
      code.sub(iterationsLeft, 1)
      code.jump(.notEqual, next)
    }
    for place in stride(from: 0, to: loop.rest, by: step) { emitGroup(place) }
    if let segments, let segmentsLeft {
      code.add(weights, loop.rest * groupByteCount(panels))
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

  /// Bytes of a panel's weights for one group of terms.
  private func groupByteCount(_ panels: Int16Layout.Group) -> Int { panels.columnCount * terms.weightByteCount }

  private func broadcastsOperands(_ code: borrowing X86Assembler) -> Bool {
    terms == .words && code.vectorWidth != .bits256 && MachineCodeSupport.integerProducts.isFused
  }

  private static let unroll = 8
  /// A loop over a segment's groups: iterations, groups and bytes of each, and groups after the loop. Few groups are
  /// unrolled.
  private var loop: (count: Int, groupCount: Int, byteCount: Int, rest: Int) {
    if groupCount <= 2 * Self.unroll { return (0, 0, 0, groupCount) }
    return (groupCount / Self.unroll, Self.unroll, Self.unroll * 4, groupCount % Self.unroll)
  }
  /// Bytes by which a tile's code advances the rows.
  var advance: Int { segments.map { $0.count * $0.byteCount } ?? loop.count * loop.byteCount }
}
