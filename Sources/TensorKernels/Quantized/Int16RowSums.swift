/// Products of a row of 16-bit integers with filter rows, in loops that compilers vectorize (SMLAL on arm64, PMADDWD on
/// x86-64). Sums wrap around.
struct Int16RowSums {
  /// `depth` values per column.
  let filter: UnsafeBufferPointer<Int16>
  let depth: Int

  /// A column's values, indexed from zero: offset sums would need overflow checks, which prevent vectorization.
  @inline(__always)
  private func values(_ column: Int) -> UnsafeBufferPointer<Int16> {
    UnsafeBufferPointer(rebasing: filter[column * depth..<(column + 1) * depth])
  }

  func sum(_ row: UnsafePointer<Int16>, column: Int) -> Int32 {
    let values = values(column)
    var sum: Int32 = 0
    for k in 0..<depth { sum &+= Int32(row[k]) &* Int32(values[k]) }
    return sum
  }

  /// The sums of four neighboring columns, loading the row once.
  func fourSums(_ row: UnsafePointer<Int16>, column: Int) -> SIMD4<Int32> {
    let (first, second) = (values(column), values(column + 1))
    let (third, fourth) = (values(column + 2), values(column + 3))
    var sums: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    for k in 0..<depth {
      let value = Int32(row[k])
      sums.0 &+= value &* Int32(first[k])
      sums.1 &+= value &* Int32(second[k])
      sums.2 &+= value &* Int32(third[k])
      sums.3 &+= value &* Int32(fourth[k])
    }
    return SIMD4(sums.0, sums.1, sums.2, sums.3)
  }
}
