import MachineCode

/// The layout of a 16-bit filter in panels of one or two vectors of channels, which compiled and emitted kernels share.
///
///     panel:   | header (EmittedEpilogue) | scales | (order of packed integers) | terms 0, 1 | terms 2, 3 | …
///     terms:   | n0k0 n0k1 n1k0 n1k1 … |   for all channels
///
/// A row's two neighboring values times a vector of such terms are sums of two products each, one for each channel.
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

  /// Panels of two vectors for some columns; for those that are left over, one of a single vector, and, where vectors
  /// have sixteen channels, one of eight; or both in one panel, in which rows share the vector of eight, where that
  /// takes as long as one of sixteen. The last columns, if they are fewer than eight, have a panel of their own, which
  /// is either padded or, if panels may overlap, begins before them: some columns are computed twice.
  static func groups(columns count: Int, overlap: Bool = false, pairRows: Bool = false) -> [Group] {
    let widths: [VectorWidth] =
      MachineCodeSupport.integerProducts.width == .bits512 ? [.bits512, .bits256Of32] : [.bits256]
    var groups: [Group] = []
    var first = 0
    func add(_ vectors: Int, _ width: VectorWidth, _ count: Int, pairsRows: Bool = false) {
      // 32 registers hold the sums of twelve rows, whether of one vector or two.
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

  /// Whether the weights come from beyond the first-level cache, and where a network has run in between, the second.
  var filterIsLarge: Bool { product.columns * product.depth * 2 > 48 << 10 }
  /// Bytes from a row to the next: those of the input, or of scratch (``Int16Row``).
  var rowByteCount: Int { problem.input == .integers ? product.depth * 2 : Int16Row.byteCount(depth: product.depth) }
  /// Pairs of terms.
  var pairCount: Int { (product.depth + 1) / 2 }
  /// The constants of the epilogue of a panel.
  func header(_ group: Group) -> EmittedEpilogue {
    EmittedEpilogue(epilogue: epilogue, width: group.width, pairsRows: group.pairsRows)
  }
  /// Bytes from a panel's start to its scales.
  func scalesOffset(_ group: Group) -> Int { header(group).headerByteCount(vectors: group.vectors) }
  /// Bytes to the order in which the quarters of packed integers are stored, where vectors of 512 bits are packed.
  func orderOffset(_ group: Group) -> Int { scalesOffset(group) + group.vectors * group.width.byteCount }
  private func orderByteCount(_ group: Group) -> Int {
    problem.output == .integers && group.width == .bits512 ? Self.packedOrder.count * 8 : 0
  }
  private static let packedOrder = [0, 2, 4, 6, 1, 3, 5, 7]
  /// Bytes to its weights.
  func weightsOffset(_ group: Group) -> Int { orderOffset(group) + orderByteCount(group) }
  /// Bytes to the next panel.
  func byteCount(_ group: Group) -> Int { weightsOffset(group) + pairCount * group.columnCount * 4 }

  /// The weights in panels; channels and terms past the last one are zero.
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

  /// The weights of a panel.
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

  /// The terms that a lane takes, of neighboring columns side by side.
  ///
  /// - Parameter stride: the columns of a panel, from a lane's terms to the next.
  static func interleave<Term: FixedWidthInteger>(
    _ values: UnsafePointer<Term>, depth: Int, columns: some RandomAccessCollection<Int>, stride: Int,
    to terms: UnsafeMutablePointer<Term>
  ) {
    let countPerLane = 4 / MemoryLayout<Term>.size
    var done = 0
    // Whole lanes of columns in order move like floats.
    if let first = columns.first, depth.isMultiple(of: countPerLane), zip(columns, first...).allSatisfy({ $0 == $1 }) {
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

/// The terms of an integer product, of which a lane of 32 bits takes a group at a time.
///
///     words:    signed 16-bit integers × the same, two terms
///     bytes:    bytes without a sign × signed bytes, four terms
enum IntegerTerms: Sendable, Hashable {
  case words, bytes

  /// Terms that one lane takes.
  var countPerLane: Int { self == .words ? 2 : 4 }
}
