extension StridedCopy.Problem {
  /// The two dimensions of a transposition, and the others: rows of elements that are adjacent in the source become
  /// columns of the target, and elements that are adjacent in the target come from different rows.
  package struct Transposition: Sendable {
    /// Rows of the source, and bytes from one to the next.
    package let rows: Int, sourceStep: Int
    /// Elements of a row, and bytes from one to the next in the target.
    package let columns: Int, targetStep: Int
    /// The matrices: their number along each outer dimension, and the steps of each side in bytes.
    let matrices: [(extent: Int, source: Int, target: Int)]

    /// The number of matrices.
    package var matrixCount: Int { matrices.reduce(1) { $0 * $1.extent } }

    /// Where a matrix is on each side, in bytes.
    package func offsets(ofMatrix index: Int) -> (source: Int, target: Int) {
      var (rest, offsets) = (index, (source: 0, target: 0))
      for matrix in matrices.reversed() {
        let index = rest % matrix.extent
        rest /= matrix.extent
        offsets.source += index * matrix.source
        offsets.target += index * matrix.target
      }
      return offsets
    }
  }

  /// The copy as transpositions of matrices of elements of `size` bytes; nil if it moves something else.
  package func transposition(ofElements size: Int) -> Transposition? {
    guard row == .bytes, rowByteCount == size, targetStep == size, rowCount > 0,
      let inner = outer.lastIndex(where: { $0.source == size })
    else { return nil }
    var others = outer
    let columns = others.remove(at: inner)
    return Transposition(
      rows: rowsPerPlane, sourceStep: sourceStep, columns: columns.extent, targetStep: columns.target,
      matrices: others.map { ($0.extent, $0.source, $0.target) })
  }
}
