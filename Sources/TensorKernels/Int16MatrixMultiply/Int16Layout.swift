import MachineCode

/// The layout of a 16-bit filter in panels of one or two vectors of channels, shared by compiled and emitted kernels.
///
///     panel:   | header (EmittedEpilogue) | scales | (order of packed integers) | terms 0, 1 | terms 2, 3 | …
///     terms:   | n0k0 n0k1 n1k0 n1k1 … |   for all channels
///
/// Two neighboring values of a row times a vector of terms give each channel's sum of two products.
package struct Int16Layout: Sendable {
  package typealias Group = MatrixPanels.Group

  package let problem: Int16MatrixMultiply.Problem
  package let epilogue: Epilogue
  package let groups: [Group]

  init(_ problem: Int16MatrixMultiply.Problem, _ epilogue: Epilogue) {
    (self.problem, self.epilogue) = (problem, epilogue)
    groups = Self.groups(
      columns: problem.product.columns, overlap: !problem.product.hasAddend, pairRows: problem.output == .floats)
  }

  package var product: MatrixMultiply.Problem { problem.product }

  /// Panels of two vectors, then narrower ones for the remaining columns: one vector, and eight columns where vectors
  /// have sixteen; or both in one panel whose rows share the vector of eight, where that is as fast as one of sixteen.
  /// Fewer than eight last columns have a panel of their own, either padded or, if panels may overlap, starting
  /// earlier, so that some columns are computed twice.
  package static func groups(columns count: Int, overlap: Bool = false, pairRows: Bool = false) -> [Group] {
    let widths: [VectorWidth] =
      MachineCodeSupport.integerProducts.width == .bits512 ? [.bits512, .bits256Of32] : [.bits256]
    var groups: [Group] = []
    var first = 0
    func add(_ vectors: Int, _ width: VectorWidth, _ count: Int, pairsRows: Bool = false) {
      // 32 registers hold the sums of twelve rows of one or two vectors.
      let group = Group(
        width: width, firstColumn: first, vectors: vectors, panelCount: count, raggedLanes: nil, pairsRows: pairsRows,
        tileHeight: width == .bits512 ? 12 : 12 / vectors)
      first += count * group.columnCount
      if count > 0 { groups.append(group) }
    }
    let isOverlapping = overlap && count >= 8
    let columns = isOverlapping ? count / 8 * 8 : (count + 7) / 8 * 8
    if pairRows, MachineCodeSupport.floatProducts.isFullRate, widths[0] == .bits512, columns % 16 >= 8, columns > 16 {
      add(2, .bits512, 1, pairsRows: true)
    }
    add(2, widths[0], (columns - first) / (2 * widths[0].laneCount))
    for width in widths { add(1, width, (columns - first) / width.laneCount) }
    if columns < count {
      first = count - 8
      add(1, widths[widths.count - 1], 1)
    }
    return groups
  }

  /// Whether weights exceed the L1 cache and, after the rest of the network has run, the L2 cache.
  package var filterIsLarge: Bool { product.columns * product.depth * 2 > 48 << 10 }
  /// Bytes between rows of the input or of scratch (``Int16Row``).
  package var rowByteCount: Int {
    problem.input == .integers ? product.depth * 2 : Int16Row.byteCount(depth: product.depth)
  }
  package var pairCount: Int { (product.depth + 1) / 2 }
  /// The epilogue constants of a panel.
  package func header(_ group: Group) -> EmittedEpilogue {
    EmittedEpilogue(epilogue: epilogue, width: group.width, pairsRows: group.pairsRows)
  }
  /// Byte offset of a panel's scales.
  package func scalesOffset(_ group: Group) -> Int { header(group).headerByteCount(vectors: group.vectors) }
  /// Byte offset of the permutation that restores the order of packed 512-bit integers.
  package func orderOffset(_ group: Group) -> Int { scalesOffset(group) + group.vectors * group.width.byteCount }
  private func orderByteCount(_ group: Group) -> Int {
    #if arch(wasm32)
      return 0
    #else
      return problem.output == .integers && group.width == .bits512 ? Self.packedOrder.count * 8 : 0
    #endif
  }
  private static let packedOrder = [0, 2, 4, 6, 1, 3, 5, 7]
  /// Byte offset of a panel's weights.
  package func weightsOffset(_ group: Group) -> Int { orderOffset(group) + orderByteCount(group) }
  /// Bytes of a panel.
  package func byteCount(_ group: Group) -> Int { weightsOffset(group) + pairCount * group.columnCount * 4 }

  /// The weights in panels, zero-padded.
  func pack(_ filter: Int16Filter) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: groups.reduce(0) { $0 + $1.panelCount * byteCount($1) } / 4)
    var panel = UnsafeMutableRawPointer(packed.pointer)
    for group in groups {
      for index in 0..<group.panelCount {
        let column = group.firstColumn + index * group.columnCount
        header(group).write(to: panel.assumingMemoryBound(to: Float.self), channel: column, vectors: group.vectors)
        let count = min(group.columnCount, product.columns - column)
        let scales = panel + scalesOffset(group)
        scales.copyMemory(from: filter.scales.pointer + column, byteCount: count * 4)
        #if !arch(wasm32)
          if group.pairsRows {
            let half = group.width.byteCount / 2
            (scales + group.columnCount * 4).copyMemory(from: scales + group.columnCount * 4 - half, byteCount: half)
          }
        #endif
        if orderByteCount(group) > 0 {
          panel.advanced(by: orderOffset(group)).copyMemory(from: Self.packedOrder, byteCount: orderByteCount(group))
        }
        write(filter, column..<column + count, group, to: panel + weightsOffset(group))
        panel += byteCount(group)
      }
    }
    return packed
  }

  private func write(
    _ filter: Int16Filter, _ columns: Range<Int>, _ group: Group, to target: UnsafeMutableRawPointer
  ) {
    filter.values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      Self.interleave(
        values, termByteCount: 2, depth: product.depth, columns: columns, stride: group.columnCount, to: target)
    }
  }

  /// Writes the terms of each lane for neighboring columns, side by side.
  ///
  /// - Parameters:
  ///   - termByteCount: 1 or 2.
  ///   - countPerLane: terms of a lane; nil for those of 32 bits.
  ///   - stride: columns of a panel, from one lane's terms to the next.
  package static func interleave(
    _ values: UnsafeRawPointer, termByteCount: Int, depth: Int, countPerLane: Int? = nil, columns: Range<Int>,
    stride: Int, to terms: UnsafeMutableRawPointer
  ) {
    let wholeCount = 4 / termByteCount
    let countPerLane = countPerLane ?? wholeCount
    var done = 0
    // Whole lanes can move as floats.
    if countPerLane == wholeCount, depth.isMultiple(of: countPerLane) {
      let first = values + columns.lowerBound * depth * termByteCount
      done = PreparationCode.interleave(
        rows: columns.count, length: depth / countPerLane, from: first.assumingMemoryBound(to: Float.self),
        to: terms.assumingMemoryBound(to: Float.self), stride: stride)
    }
    func interleave<Term>(_ values: UnsafePointer<Term>, to terms: UnsafeMutablePointer<Term>) {
      for j in done..<columns.count {
        for k in 0..<depth {
          let (lane, place) = (k / countPerLane, k % countPerLane)
          terms[(lane * stride + j) * countPerLane + place] = values[(columns.lowerBound + j) * depth + k]
        }
      }
    }
    if termByteCount == 1 {
      interleave(values.assumingMemoryBound(to: UInt8.self), to: terms.assumingMemoryBound(to: UInt8.self))
    } else {
      interleave(values.assumingMemoryBound(to: UInt16.self), to: terms.assumingMemoryBound(to: UInt16.self))
    }
  }
}
