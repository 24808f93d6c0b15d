/// Products of matrices that are both computed at run time, each perhaps transposed, for every batch.
///
///     output[b, m, n] = Σk left[b, m, k] · right[b, k, n]
///
/// The batches of the two sides broadcast as in NumPy. A unit is an output row; its sums run over `k` from front to
/// back.
package struct BatchMatrixMultiply: Sendable {
  /// A side of the product: elements from one index to the next.
  package struct Side: Sendable, Hashable {
    /// Along the sums, and along the output's rows or columns.
    let depthStep: Int, outerStep: Int

    /// Steps of a matrix whose terms lie side by side, or whose rows or columns of the output do.
    package init(depthStep: Int, outerStep: Int) {
      self.depthStep = depthStep
      self.outerStep = outerStep
    }
  }

  private let rows: Int, columns: Int, depth: Int
  private let left: Side, right: Side
  /// Extents of the batch's dimensions, and elements that each side moves along them.
  private let batch: [(extent: Int, left: Int, right: Int)]
  private let isReference: Bool

  /// A product of `rows` × `depth` by `depth` × `columns` for each batch.
  package init(
    rows: Int, columns: Int, depth: Int, left: Side, right: Side, batch: [(extent: Int, left: Int, right: Int)],
    isReference: Bool
  ) {
    (self.rows, self.columns, self.depth) = (rows, columns, depth)
    (self.left, self.right) = (left, right)
    self.batch = batch
    self.isReference = isReference
  }

  /// Output rows of all batches.
  package var unitCount: Int { batch.reduce(rows) { $0 * $1.extent } }

  /// Computes some output rows.
  package func run(
    units: Range<Int>, left: UnsafePointer<Float>, right: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    for unit in units {
      var (rest, row) = unit.quotientAndRemainder(dividingBy: rows)
      var offsets = (left: row * self.left.outerStep, right: 0)
      for dimension in batch.reversed() {
        (rest, row) = rest.quotientAndRemainder(dividingBy: dimension.extent)
        offsets.left += row * dimension.left
        offsets.right += row * dimension.right
      }
      run(row: left + offsets.left, right + offsets.right, output + unit * columns)
    }
  }

  private func run(
    row: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    var n = 0
    // Columns side by side make vectors.
    while !isReference, self.right.outerStep == 1, n + 8 <= columns {
      var low = Vector4.zero
      var high = Vector4.zero
      for k in 0..<depth {
        let value = Vector4(repeating: row[k * left.depthStep])
        let terms = right + (k * self.right.depthStep + n)
        low = low.adding(value, times: Vector4(loading: terms))
        high = high.adding(value, times: Vector4(loading: terms + 4))
      }
      low.store(to: output + n)
      high.store(to: output + n + 4)
      n += 8
    }
    while n < columns {
      output[n] = sum(row, right + n * self.right.outerStep)
      n += 1
    }
  }

  /// One sum; terms side by side make vectors.
  private func sum(_ row: UnsafePointer<Float>, _ column: UnsafePointer<Float>) -> Float {
    var k = 0
    var sum: Float = 0
    if !isReference, left.depthStep == 1, right.depthStep == 1 {
      var sums = Vector4.zero
      while k + 4 <= depth {
        sums = sums.adding(Vector4(loading: row + k), times: Vector4(loading: column + k))
        k += 4
      }
      sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
    while k < depth {
      sum += row[k * left.depthStep] * column[k * right.depthStep]
      k += 1
    }
    return sum
  }
}
