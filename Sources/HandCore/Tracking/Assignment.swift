/// Pairs rows with columns so that the sum of their costs is the lowest.
///
/// The Hungarian method by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). Reuses its memory between
/// calls.
package struct Assignment: Sendable {
  /// The column of each row.
  package private(set) var columns: [Int] = []
  // Index 0 of the following arrays means "none"; rows and columns count from 1.
  private var rowPrices: [Float] = []
  private var columnPrices: [Float] = []
  private var rows: [Int] = []
  private var cameFrom: [Int] = []
  private var slack: [Float] = []
  private var isOnPath: [Bool] = []

  /// An empty assignment.
  package init() {}

  /// Gives each row its own column.
  ///
  /// - Precondition: there are at least as many columns as rows, and costs are finite.
  /// - Complexity: O(rows² × columns).
  package mutating func solve(
    rowCount: Int, columnCount: Int, cost: (_ row: Int, _ column: Int) -> Float
  ) {
    precondition(rowCount <= columnCount, "every row needs a column")
    rowPrices.fill(with: 0, count: rowCount + 1)
    columnPrices.fill(with: 0, count: columnCount + 1)
    rows.fill(with: 0, count: columnCount + 1)
    cameFrom.fill(with: 0, count: columnCount + 1)
    columns.fill(with: 0, count: rowCount)
    guard rowCount > 0 else { return }
    for row in 1...rowCount {
      rows[0] = row
      var end = shortestPath(columnCount: columnCount, cost: cost)
      while end > 0 {
        rows[end] = rows[cameFrom[end]]
        end = cameFrom[end]
      }
    }
    for column in 1...columnCount where rows[column] > 0 {
      columns[rows[column] - 1] = column - 1
    }
  }

  /// The free column at the end of the cheapest path of exchanges that starts at the row of column 0.
  private mutating func shortestPath(columnCount: Int, cost: (Int, Int) -> Float) -> Int {
    slack.fill(with: .infinity, count: columnCount + 1)
    isOnPath.fill(with: false, count: columnCount + 1)
    var column = 0
    repeat {
      isOnPath[column] = true
      let row = rows[column]
      var next = 0
      var step = Float.infinity
      for other in 1...columnCount where !isOnPath[other] {
        let reduced = cost(row - 1, other - 1) - rowPrices[row] - columnPrices[other]
        if reduced < slack[other] {
          slack[other] = reduced
          cameFrom[other] = column
        }
        if slack[other] < step {
          step = slack[other]
          next = other
        }
      }
      for other in 0...columnCount {
        if isOnPath[other] {
          rowPrices[rows[other]] += step
          columnPrices[other] -= step
        } else {
          slack[other] -= step
        }
      }
      column = next
    } while rows[column] > 0
    return column
  }
}
