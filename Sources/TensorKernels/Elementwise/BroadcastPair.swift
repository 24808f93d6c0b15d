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

  /// The positions of the operands of one output element.
  func operands(ofElement element: Int) -> (left: Int, right: Int) {
    let (row, inner) = element.quotientAndRemainder(dividingBy: rowLength)
    let start = offsets(ofRow: row)
    return (
      start.left + inner * leftSteps[leftSteps.count - 1], start.right + inner * rightSteps[rightSteps.count - 1]
    )
  }
}
