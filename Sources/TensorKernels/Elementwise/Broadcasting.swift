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

  private init(extents: [Int], steps: [[Int]]) { (self.extents, self.steps) = (extents, steps) }

  /// The same with the operands in reverse order.
  var reversed: Broadcasting { Broadcasting(extents: extents, steps: steps.reversed()) }

  /// Rows: runs along the innermost dimension.
  package var rowCount: Int { extents.dropLast().reduce(1, *) }

  /// Elements of a row.
  package var rowLength: Int { extents[extents.count - 1] }

  /// Elements of the output.
  package var elementCount: Int { rowCount * rowLength }

  /// The step of an operand along a row: 0 or 1.
  package func innerStep(of operand: Int) -> Int { steps[operand][extents.count - 1] }

  /// Where row `row` starts in an operand.
  @inline(never)
  package func offset(ofRow row: Int, in operand: Int) -> Int {
    guard extents.count > 1 else { return 0 }
    var rest = row
    var offset = 0
    var axis = extents.count - 2
    // Divisions take as long as short rows, and the outermost index needs none.
    while axis > 0 {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: extents[axis])
      offset += index * steps[operand][axis]
      rest = quotient
      axis -= 1
    }
    return offset + rest * steps[operand][0]
  }

  /// The rows, whole or partial, that make up elements `elements` of the flattened output.
  ///
  /// - Parameter body: takes the position in the output, the row, the first element in it, and the number of elements.
  @inline(__always)
  package func forEachRun(
    in elements: Range<Int>, _ body: (_ position: Int, _ row: Int, _ start: Int, _ count: Int) -> Void
  ) {
    guard !elements.isEmpty else { return }
    let length = rowLength
    var position = elements.lowerBound
    var (row, start) = position.quotientAndRemainder(dividingBy: length)
    while position < elements.upperBound {
      let count = min(length - start, elements.upperBound - position)
      body(position, row, start, count)
      position += count
      (row, start) = (row + 1, 0)
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
    var rows = PairRows(self, elements)
    let leftStep = innerStep(of: 0), rightStep = innerStep(of: 1)
    while rows.next() {
      let a = left + rows.left, b = right + rows.right, target = output + rows.position
      if leftStep == 0 {
        // The right step is 1, or there is one element.
        let x = a[0]
        for i in 0..<rows.count { target[i] = function(x, b[i]) }
      } else if rightStep == 0 {
        let y = b[0]
        for i in 0..<rows.count { target[i] = function(a[i], y) }
      } else {
        for i in 0..<rows.count { target[i] = function(a[i], b[i]) }
      }
    }
  }

  /// The rows, whole or partial, that some elements consist of, and where they start in two operands.
  private struct PairRows {
    private(set) var position: Int, left = 0, right = 0, count = 0
    private let end: Int, length: Int
    /// Rows that follow in the plane, where they start, and their steps.
    private var rowsLeft = 0, nextLeft = 0, nextRight = 0
    private let leftStep: Int, rightStep: Int
    private let broadcasting: Broadcasting

    init(_ broadcasting: Broadcasting, _ elements: Range<Int>) {
      self.broadcasting = broadcasting
      (position, end, length) = (elements.lowerBound, elements.upperBound, broadcasting.rowLength)
      let outer = broadcasting.extents.count - 2
      (leftStep, rightStep) = outer < 0 ? (0, 0) : (broadcasting.steps[0][outer], broadcasting.steps[1][outer])
    }

    /// Not inlined into each loop.
    @inline(never)
    mutating func next() -> Bool {
      position += count
      guard position < end else { return false }
      if rowsLeft > 0 {
        (left, right, count) = (nextLeft, nextRight, min(length, end - position))
        rowsLeft -= 1
      } else {
        let (row, start) = position.quotientAndRemainder(dividingBy: length), outer = broadcasting.extents.count - 2
        nextLeft = broadcasting.offset(ofRow: row, in: 0)
        nextRight = broadcasting.offset(ofRow: row, in: 1)
        rowsLeft = outer < 0 ? 0 : broadcasting.extents[outer] - 1 - row % broadcasting.extents[outer]
        left = nextLeft + start * broadcasting.innerStep(of: 0)
        right = nextRight + start * broadcasting.innerStep(of: 1)
        count = min(length - start, end - position)
      }
      (nextLeft, nextRight) = (nextLeft + leftStep, nextRight + rightStep)
      return true
    }
  }
}
