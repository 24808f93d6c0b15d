import MachineCode

/// The layout of a 16-bit filter in panels of one or two vectors of channels, shared by compiled and emitted kernels.
///
///     panel:   | header (EmittedEpilogue) | scales | (order of packed integers) | terms 0, 1 | terms 2, 3 | …
///     terms:   | n0k0 n0k1 n1k0 n1k1 … |   for all channels
///
/// Two neighboring values of a row times a vector of terms give each channel's sum of two products.
struct Int16Layout: Sendable {
  typealias Group = MatrixPanels.Group

  let problem: Int16MatrixMultiply.Problem
  let epilogue: Epilogue
  let groups: [Group]

  init(_ problem: Int16MatrixMultiply.Problem, _ epilogue: Epilogue) {
    (self.problem, self.epilogue) = (problem, epilogue)
    groups = Self.groups(
      columns: problem.product.columns, overlap: !problem.product.hasAddend, pairRows: problem.output == .floats)
  }

  var product: MatrixMultiply.Problem { problem.product }

  /// Panels of two vectors, then narrower ones for the remaining columns: one vector, and eight columns where vectors
  /// have sixteen; or both in one panel whose rows share the vector of eight, where that is as fast as one of sixteen.
  /// Fewer than eight last columns have a panel of their own, either padded or, if panels may overlap, starting
  /// earlier, so that some columns are computed twice.
  static func groups(columns count: Int, overlap: Bool = false, pairRows: Bool = false) -> [Group] {
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
  var filterIsLarge: Bool { product.columns * product.depth * 2 > 48 << 10 }
  /// Bytes between rows of the input or of scratch (``Int16Row``).
  var rowByteCount: Int { problem.input == .integers ? product.depth * 2 : Int16Row.byteCount(depth: product.depth) }
  var pairCount: Int { (product.depth + 1) / 2 }
  /// The epilogue constants of a panel.
  func header(_ group: Group) -> EmittedEpilogue {
    EmittedEpilogue(epilogue: epilogue, width: group.width, pairsRows: group.pairsRows)
  }
  /// Byte offset of a panel's scales.
  func scalesOffset(_ group: Group) -> Int { header(group).headerByteCount(vectors: group.vectors) }
  /// Byte offset of the permutation that restores the order of packed 512-bit integers.
  func orderOffset(_ group: Group) -> Int { scalesOffset(group) + group.vectors * group.width.byteCount }
  private func orderByteCount(_ group: Group) -> Int {
    problem.output == .integers && group.width == .bits512 ? Self.packedOrder.count * 8 : 0
  }
  private static let packedOrder = [0, 2, 4, 6, 1, 3, 5, 7]
  /// Byte offset of a panel's weights.
  func weightsOffset(_ group: Group) -> Int { orderOffset(group) + orderByteCount(group) }
  /// Bytes of a panel.
  func byteCount(_ group: Group) -> Int { weightsOffset(group) + pairCount * group.columnCount * 4 }

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
        if group.pairsRows {
          let half = group.width.byteCount / 2
          (scales + group.columnCount * 4).copyMemory(from: scales + group.columnCount * 4 - half, byteCount: half)
        }
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
        values, depth: product.depth, columns: columns, stride: group.columnCount,
        to: target.assumingMemoryBound(to: Int16.self))
    }
  }

  /// Writes the terms of each lane for neighboring columns, side by side.
  ///
  /// - Parameters:
  ///   - countPerLane: terms of a lane; nil for those of 32 bits.
  ///   - stride: columns of a panel, from one lane's terms to the next.
  static func interleave<Term: FixedWidthInteger>(
    _ values: UnsafePointer<Term>, depth: Int, countPerLane: Int? = nil, columns: some RandomAccessCollection<Int>,
    stride: Int, to terms: UnsafeMutablePointer<Term>
  ) {
    let wholeCount = 4 / MemoryLayout<Term>.size
    let countPerLane = countPerLane ?? wholeCount
    var done = 0
    // Whole lanes of ordered columns can move as floats.
    if let first = columns.first, countPerLane == wholeCount, depth.isMultiple(of: countPerLane),
      zip(columns, first...).allSatisfy({ $0 == $1 })
    {
      done = PreparationCode.interleave(
        rows: columns.count, length: depth / countPerLane,
        from: UnsafeRawPointer(values + first * depth).assumingMemoryBound(to: Float.self),
        to: UnsafeMutableRawPointer(terms).assumingMemoryBound(to: Float.self), stride: stride)
    }
    for (j, n) in columns.enumerated().dropFirst(done) {
      for k in 0..<depth {
        let (lane, place) = (k / countPerLane, k % countPerLane)
        terms[(lane * stride + j) * countPerLane + place] = values[n * depth + k]
      }
    }
  }
}

/// The terms of an integer product, which a 32-bit lane multiplies in groups.
///
///     words:         signed 16-bit × signed 16-bit, two terms
///     widenedBytes:  the same, with weights stored as bytes
///     bytes:         unsigned bytes × signed bytes, four terms
enum IntegerTerms: Sendable, Hashable {
  case words, widenedBytes, bytes

  var countPerLane: Int { self == .bytes ? 4 : 2 }
  /// Bytes of the weights of a lane.
  var weightByteCount: Int { self == .widenedBytes ? 2 : 4 }
}

/// Rows whose terms are in several segments: their number, and bytes between segments and between rows.
struct TermSegments: Hashable {
  let count: Int, byteCount: Int, rowByteCount: Int
}
