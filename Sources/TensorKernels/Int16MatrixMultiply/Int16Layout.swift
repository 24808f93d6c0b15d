import MachineCode

/// The layout of a 16-bit filter in panels of one or two vectors of eight channels, which compiled and emitted kernels
/// share.
///
///     panel:   | header (EmittedEpilogue) | scales | terms 0, 1 | terms 2, 3 | …
///     terms:   | n0k0 n0k1 n1k0 n1k1 … n7k0 n7k1 |   for each vector
///
/// A row's two neighboring values times one such vector are eight sums of two products each.
struct Int16Layout: Sendable {
  /// Neighboring panels of the same shape, which share code.
  struct Group: Sendable {
    let firstColumn: Int
    /// Vectors of eight channels in a panel.
    let vectors: Int
    let panelCount: Int

    /// Channels of a panel.
    var columnCount: Int { vectors * 8 }
  }

  let product: MatrixMultiply.Problem
  let epilogue: Epilogue
  let groups: [Group]

  /// Panels of two vectors; one of a single vector if that is left over.
  init(_ product: MatrixMultiply.Problem, _ epilogue: Epilogue) {
    (self.product, self.epilogue) = (product, epilogue)
    groups = Self.groups(columns: product.columns)
  }

  /// Panels of two vectors for some columns; one of a single vector if that is left over.
  static func groups(columns: Int) -> [Group] {
    let (pairs, rest) = ((columns + 7) / 8).quotientAndRemainder(dividingBy: 2)
    return [
      Group(firstColumn: 0, vectors: 2, panelCount: pairs),
      Group(firstColumn: pairs * 16, vectors: 1, panelCount: rest),
    ].filter { $0.panelCount > 0 }
  }

  /// Pairs of terms.
  var pairCount: Int { (product.depth + 1) / 2 }
  /// The constants of the epilogue.
  var header: EmittedEpilogue { EmittedEpilogue(epilogue: epilogue) }
  /// Bytes from a panel's start to the scales of a vector.
  func scalesOffset(_ group: Group, _ vector: Int = 0) -> Int {
    header.headerByteCount(vectors: group.vectors) + vector * 32
  }
  /// Bytes to its weights.
  func weightsOffset(_ group: Group) -> Int { scalesOffset(group, group.vectors) }
  /// Bytes to the next panel.
  func byteCount(_ group: Group) -> Int { weightsOffset(group) + pairCount * group.vectors * 32 }

  /// The weights in panels; channels and terms past the last one are zero.
  func pack(_ filter: Int16Filter) -> AlignedBuffer {
    let packed = AlignedBuffer(zeros: groups.reduce(0) { $0 + $1.panelCount * byteCount($1) } / 4)
    var panel = UnsafeMutableRawPointer(packed.pointer)
    for group in groups {
      for index in 0..<group.panelCount {
        let column = group.firstColumn + index * group.columnCount
        header.write(to: panel.assumingMemoryBound(to: Float.self), channel: column, vectors: group.vectors)
        let count = min(group.columnCount, product.columns - column)
        (panel + scalesOffset(group)).copyMemory(from: filter.scales.pointer + column, byteCount: count * 4)
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
    Self.interleave(
      filter.values, depth: product.depth, columns: columns, stride: group.columnCount,
      to: target.assumingMemoryBound(to: Int16.self))
  }

  /// Pairs of terms of neighboring columns side by side.
  ///
  /// - Parameter stride: the columns of a panel, from one pair to the next.
  static func interleave(
    _ values: [Int16], depth: Int, columns: Range<Int>, stride: Int, to terms: UnsafeMutablePointer<Int16>
  ) {
    values.withUnsafeBufferPointer { values in
      for (j, n) in columns.enumerated() {
        for k in 0..<depth { terms[(k / 2 * stride + j) * 2 + k % 2] = values[n * depth + k] }
      }
    }
  }
}
