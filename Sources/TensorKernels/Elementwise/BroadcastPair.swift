/// Two shapes brought to one rank and merged: how far each of two operands moves along each dimension of the output.
package struct BroadcastPair: Sendable, Hashable {
  /// Both operands' walks.
  package let broadcasting: Broadcasting

  /// Merges the shapes of two operands.
  ///
  /// - Precondition: the shapes broadcast (checked by the operator).
  package init(left: [Int], right: [Int]) {
    broadcasting = Broadcasting([left, right])
  }

  /// Extents of the output, outermost first; neighboring dimensions that all operands walk alike are merged.
  package var extents: [Int] { broadcasting.extents }
  /// Elements that the left operand moves along each dimension; 0 where it is broadcast.
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

  /// Where the operands of one output element lie.
  func operands(ofElement element: Int) -> (left: Int, right: Int) {
    let (row, inner) = element.quotientAndRemainder(dividingBy: rowLength)
    let start = offsets(ofRow: row)
    return (
      start.left + inner * leftSteps[leftSteps.count - 1], start.right + inner * rightSteps[rightSteps.count - 1]
    )
  }
}
