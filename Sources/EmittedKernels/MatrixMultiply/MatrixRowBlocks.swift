import TensorKernels

/// Divides the rows of a product into blocks, each of which is multiplied by all panels.
struct MatrixRowBlocks {
  private let rowsPerUnit: Int, rowsPerBlock: Int

  /// Few enough rows for the L1 cache while the filter is in L2, but many if the filter is large, or if a block
  /// converts its panels.
  init(_ problem: MatrixMultiply.Problem, rowsPerUnit: Int, convertsPanels: Bool = false) {
    let budget = problem.filterIsLarge || convertsPanels ? 256 << 10 : 16 << 10
    self.rowsPerUnit = rowsPerUnit
    rowsPerBlock = max(budget / (problem.depth * 4) / rowsPerUnit, 1) * rowsPerUnit
  }

  /// Maximum blocks of some rows.
  func maxCount(_ rows: Int) -> Int { rows / rowsPerBlock + 1 }

  /// The last block includes up to a unit of rows left over: they would read the filter once more.
  @inline(__always)
  func forEach(_ rows: Range<Int>, _ body: (_ rows: Range<Int>) -> Void) {
    var first = rows.lowerBound
    while first < rows.upperBound {
      let left = rows.upperBound - first
      let count = left < rowsPerBlock + rowsPerUnit ? left : rowsPerBlock
      body(first..<first + count)
      first += count
    }
  }
}
