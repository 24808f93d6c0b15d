import HandTracking
import TestSupport
import Testing

@Suite struct AssignmentTests {
  /// The lowest sum over all ways of giving each row its own column.
  private func lowestSum(_ costs: [[Float]], _ taken: Set<Int> = []) -> Float {
    guard let row = costs.first else { return 0 }
    return row.indices.filter { !taken.contains($0) }
      .map { row[$0] + lowestSum(Array(costs.dropFirst()), taken.union([$0])) }.min() ?? .infinity
  }

  private func solve(_ costs: [[Float]], columnCount: Int, with assignment: inout Assignment) -> [Int] {
    assignment.solve(rowCount: costs.count, columnCount: columnCount) { costs[$0][$1] }
    return assignment.columns
  }

  @Test func `the sum decides, not the single lowest cost`() {
    var assignment = Assignment()
    #expect(solve([[1, 2], [1, 9]], columnCount: 2, with: &assignment) == [1, 0])
  }

  @Test func `no row needs no column`() {
    var assignment = Assignment()
    #expect(solve([], columnCount: 0, with: &assignment) == [])
    #expect(solve([], columnCount: 3, with: &assignment) == [])
  }

  @Test func `every table has the lowest sum of all assignments`() {
    var generator = SeededGenerator(seed: SeededGenerator.runSeed)
    var assignment = Assignment()
    for _ in 0..<200 {
      let rows = Int.random(in: 1...5, using: &generator)
      let columns = Int.random(in: rows...6, using: &generator)
      // Small whole numbers: sums are exact, and many costs are equal.
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Float(Int.random(in: -3...9, using: &generator)) } }
      let found = solve(costs, columnCount: columns, with: &assignment)
      #expect(Set(found).count == rows)
      #expect(zip(costs, found).reduce(0) { $0 + $1.0[$1.1] } == lowestSum(costs), "\(costs)")
    }
  }
}
