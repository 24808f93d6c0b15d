/// How the elements of a sparse constant are stored: dimension by dimension in traversal order, dense or compressed.
///
/// The description of a verified model is consistent: orders are permutations, segments and indices are in range, and
/// the number of stored values fits the buffer.
package struct Sparsity: Sendable, Equatable {
  /// How the positions of one dimension are stored.
  package enum Dimension: Sendable, Equatable {
    /// All `size` positions.
    case dense(size: Int)
    /// Some positions: those for position `p` of the previous dimension are `indices[segments[p]..<segments[p + 1]]`.
    case compressed(segments: [Int], indices: [Int])
  }

  /// The order of the dimensions: those of the shape are 0..<rank, those of the blocks follow.
  package let traversalOrder: [Int]
  /// For each block dimension, the dimension of the shape that it splits into blocks.
  package let blockMap: [Int]
  /// The dimensions in traversal order.
  package let dimensions: [Dimension]

  init(_ table: FlatTable) throws(FormatError) {
    traversalOrder = try table.integers(0, as: Int32.self) ?? []
    blockMap = try table.integers(1, as: Int32.self) ?? []
    dimensions = try table.tables(2) { entry, _ throws(FormatError) -> Dimension in
      guard try entry.scalar(0, default: Int8(0)) != 0 else {
        return .dense(size: Int(try entry.scalar(1, default: Int32(0))))
      }
      return .compressed(
        segments: try Self.vector(entry, tag: 2) ?? [], indices: try Self.vector(entry, tag: 4) ?? [])
    }
  }

  /// A vector of one of three integer types, named by the tag before it.
  private static func vector(_ table: FlatTable, tag: Int) throws(FormatError) -> [Int]? {
    guard let value = try table.table(tag + 1) else { return nil }
    switch try table.scalar(tag, default: UInt8(0)) {
    case 1: return try value.integers(0, as: Int32.self)
    case 2: return try value.integers(0, as: UInt16.self)
    case 3: return try value.integers(0, as: UInt8.self)
    default: return nil
    }
  }
}
