/// What is wrong with the description of a sparse constant.
package enum SparsityFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The counts of the traversal order, block map and dimensions do not match.
  case counts(rank: Int, traversal: Int, blocks: Int, dimensions: Int)
  /// The traversal order names a dimension twice or one that does not exist.
  case traversalOrder([Int])
  /// The block map names a dimension that does not exist, or twice.
  case blockMap([Int])
  /// A dimension's size does not match the shape.
  case denseSize(dimension: Int, found: Int, expected: Int)
  /// A block dimension is not dense, or its size does not divide the shape.
  case block(dimension: Int)
  /// A compressed dimension lacks its segments or indices.
  case missingVector(dimension: Int)
  /// The segments do not increase from 0 to the number of indices, with one for each previous position.
  case segments(dimension: Int)
  /// An index is outside its dimension.
  case index(dimension: Int, Int, size: Int)
  /// The number of positions overflows.
  case overflow

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .counts(let rank, let traversal, let blocks, let dimensions):
      "rank \(rank) with \(blocks) blocks, \(traversal) steps of traversal and \(dimensions) dimensions"
    case .traversalOrder(let order): "traversal order \(order) is not an order of the dimensions"
    case .blockMap(let map): "block map \(map) does not name dimensions of the shape"
    case .denseSize(let dimension, let found, let expected):
      "dimension \(dimension) has size \(found), expected \(expected)"
    case .block(let dimension): "block dimension \(dimension) is not stored whole or does not divide the shape"
    case .missingVector(let dimension): "compressed dimension \(dimension) lacks its segments or indices"
    case .segments(let dimension): "segments of dimension \(dimension) do not fit its indices"
    case .index(let dimension, let index, let size): "index \(index) in dimension \(dimension) of size \(size)"
    case .overflow: "too many positions"
    }
  }
}
