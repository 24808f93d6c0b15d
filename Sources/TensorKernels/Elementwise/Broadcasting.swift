/// Shapes brought to the same rank and merged, as NumPy broadcasts them: the steps of each operand along each dimension
/// of the output.
package struct Broadcasting: Sendable, Hashable {
  /// Extents of the output, outermost first; neighboring dimensions that all operands traverse alike are merged.
  package let extents: [Int]
  /// For each operand, its steps in elements along each dimension; 0 where it is broadcast.
  package let steps: [[Int]]

  /// Merges the shapes of the operands.
  ///
  /// - Precondition: the shapes broadcast (checked by the operator).
  package init(_ shapes: [[Int]]) {
    let rank = shapes.map { $0.count }.max() ?? 0
    let padded = shapes.map { [Int](repeating: 1, count: rank - $0.count) + $0 }
    // Innermost first.
    var extents: [Int] = []
    var steps = [[Int]](repeating: [], count: shapes.count)
    var next = [Int](repeating: 1, count: shapes.count)
    for axis in (0..<rank).reversed() {
      let extent = padded.map { $0[axis] }.first { $0 != 1 } ?? 1
      let moves = padded.indices.map { padded[$0][axis] == 1 ? 0 : next[$0] }
      for operand in padded.indices { next[operand] *= padded[operand][axis] }
      guard extent != 1 else { continue }
      if let inner = extents.last, moves.indices.allSatisfy({ moves[$0] == (steps[$0].last ?? 0) * inner }) {
        extents[extents.count - 1] = inner * extent
      } else {
        extents.append(extent)
        for operand in moves.indices { steps[operand].append(moves[operand]) }
      }
    }
    self.extents = extents.isEmpty ? [1] : extents.reversed()
    self.steps = steps.map { extents.isEmpty ? [0] : $0.reversed() }
  }

  /// Rows: runs along the innermost dimension.
  package var rowCount: Int { extents.dropLast().reduce(1, *) }

  /// Elements of a row.
  package var rowLength: Int { extents[extents.count - 1] }

  /// Elements of the output.
  package var elementCount: Int { rowCount * rowLength }

  /// The step of an operand along a row: 0 or 1.
  func innerStep(of operand: Int) -> Int { steps[operand][extents.count - 1] }

  /// Where row `row` starts in an operand.
  func offset(ofRow row: Int, in operand: Int) -> Int {
    var rest = row
    var offset = 0
    for axis in (0..<(extents.count - 1)).reversed() {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: extents[axis])
      offset += index * steps[operand][axis]
      rest = quotient
    }
    return offset
  }

  /// The rows, whole or partial, that make up elements `elements` of the flattened output.
  ///
  /// - Parameter body: takes the position in the output, the row, the first element in it, and the number of elements.
  @inline(__always)
  func forEachRun(
    in elements: Range<Int>, _ body: (_ position: Int, _ row: Int, _ start: Int, _ count: Int) -> Void
  ) {
    let length = rowLength
    var position = elements.lowerBound
    while position < elements.upperBound {
      let (row, start) = position.quotientAndRemainder(dividingBy: length)
      let count = min(length - start, elements.upperBound - position)
      body(position, row, start, count)
      position += count
    }
  }

  /// `output[i] = function(left[…], right[…])` for elements `elements` of the flattened output.
  ///
  /// Inlined, with loops that the compiler vectorizes, for each function and type that it is called with.
  @inline(__always)
  func map<Left, Right, Output>(
    _ elements: Range<Int>, _ left: UnsafePointer<Left>, _ right: UnsafePointer<Right>,
    _ output: UnsafeMutablePointer<Output>, _ function: (Left, Right) -> Output
  ) {
    let leftStep = innerStep(of: 0)
    let rightStep = innerStep(of: 1)
    forEachRun(in: elements) { position, row, start, count in
      let a = left + (offset(ofRow: row, in: 0) + start * leftStep)
      let b = right + (offset(ofRow: row, in: 1) + start * rightStep)
      let target = output + position
      if leftStep == 0 {
        let x = a[0]
        for i in 0..<count { target[i] = function(x, b[i * rightStep]) }
      } else if rightStep == 0 {
        let y = b[0]
        for i in 0..<count { target[i] = function(a[i], y) }
      } else {
        for i in 0..<count { target[i] = function(a[i], b[i]) }
      }
    }
  }
}
