/// Two shapes brought to the same rank and merged: the steps of each of two operands along each dimension of the
/// output.
package struct BroadcastPair: Sendable, Hashable {
  /// The steps of both operands.
  package let broadcasting: Broadcasting

  /// Merges the shapes of two operands.
  ///
  /// - Precondition: the shapes broadcast (checked by the operator).
  package init(left: [Int], right: [Int]) {
    broadcasting = Broadcasting([left, right])
  }

  /// Extents of the output, outermost first; neighboring dimensions that all operands traverse alike are merged.
  package var extents: [Int] { broadcasting.extents }
  /// Steps of the left operand in elements along each dimension; 0 where it is broadcast.
  package var leftSteps: [Int] { broadcasting.steps[0] }
  /// The same for the right operand.
  package var rightSteps: [Int] { broadcasting.steps[1] }

  /// Rows: runs along the innermost dimension.
  package var rowCount: Int { broadcasting.rowCount }

  /// Elements of a row.
  package var rowLength: Int { broadcasting.rowLength }

  /// Where row `row` starts in each operand.
  func offsets(ofRow row: Int) -> (left: Int, right: Int) {
    (broadcasting.offset(ofRow: row, in: 0), broadcasting.offset(ofRow: row, in: 1))
  }

  /// The planes of rows that make up elements `elements` of the flattened output: rows that lie a constant step apart,
  /// or a part of a row.
  ///
  /// - Parameters:
  ///   - planeRowCount: the extent of the second innermost dimension.
  ///   - body: takes the positions in the output and in the operands, and the numbers of rows and of their elements.
  package func forEachPlane(
    in elements: Range<Int>, _ planeRowCount: Int,
    _ body: (_ position: Int, _ left: Int, _ right: Int, _ rows: Int, _ count: Int) -> Void
  ) {
    let (length, inner) = (rowLength, extents.count - 1)
    var position = elements.lowerBound
    while position < elements.upperBound {
      let (row, start) = position.quotientAndRemainder(dividingBy: length)
      let offsets = offsets(ofRow: row)
      let remaining = elements.upperBound - position
      let rows = start > 0 ? 0 : min(remaining / length, planeRowCount - row % planeRowCount)
      // Rows that begin or end outside the range are computed one by one.
      let count = rows > 0 ? length : min(length - start, remaining)
      body(
        position, offsets.left + start * leftSteps[inner], offsets.right + start * rightSteps[inner], max(rows, 1),
        count)
      position += max(rows, 1) * count
    }
  }

  /// The positions of the operands of one output element.
  func operands(ofElement element: Int) -> (left: Int, right: Int) {
    let (row, inner) = element.quotientAndRemainder(dividingBy: rowLength)
    let start = offsets(ofRow: row)
    return (
      start.left + inner * leftSteps[leftSteps.count - 1], start.right + inner * rightSteps[rightSteps.count - 1]
    )
  }
}
