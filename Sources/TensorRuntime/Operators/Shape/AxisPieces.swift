/// Tensors that lie side by side along an axis of a larger one: what joining and cutting operators move.
///
/// A row is everything along the axis and inside it; each piece is a part of every row.
struct AxisPieces {
  /// Rows of the whole, and elements of one.
  private let rowCount: Int, rowLength: Int
  /// For each piece, where it begins in a row, and its elements.
  private let pieces: [(start: Int, length: Int)]

  /// Cuts `shape` along an axis into pieces of `extents`, which add up to the axis's extent.
  init(_ shape: [Int], axis: Int, extents: [Int]) {
    let inner = shape[(axis + 1)...].reduce(1, *)
    rowCount = shape[..<axis].reduce(1, *)
    rowLength = extents.reduce(0, +) * inner
    var start = 0
    pieces = extents.map { extent in
      defer { start += extent * inner }
      return (start, extent * inner)
    }
  }

  /// The moves of inputs, one a piece, into the whole.
  var joining: [Move] {
    pieces.enumerated().map { index, piece in
      Move(
        [rowCount, piece.length], input: index, from: Walk(steps: [piece.length, 1]),
        to: Walk(start: piece.start, steps: [rowLength, 1]))
    }
  }

  /// The moves of the whole, which is an input, into outputs, one a piece.
  func cutting(input: Int = 0) -> [Move] {
    pieces.enumerated().map { index, piece in
      Move(
        [rowCount, piece.length], input: input, from: Walk(start: piece.start, steps: [rowLength, 1]), output: index,
        to: Walk(steps: [piece.length, 1]))
    }
  }
}
