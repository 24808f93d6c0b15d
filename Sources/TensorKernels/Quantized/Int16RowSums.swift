/// Sums of products of a row of 16-bit integers with rows of a filter, in loops of which compilers make vectors: SMLAL
/// on arm64, PMADDWD on x86-64. Sums wrap around.
struct Int16RowSums {
  /// One row of `depth` values for each column.
  let filter: UnsafeBufferPointer<Int16>
  let depth: Int

  /// The values of a column, with places from zero on: a sum of places could overflow, and a check of it would leave
  /// one product at a time.
  @inline(__always)
  private func values(_ column: Int) -> UnsafeBufferPointer<Int16> {
    UnsafeBufferPointer(rebasing: filter[column * depth..<(column + 1) * depth])
  }

  /// The sum of a column.
  func sum(_ row: UnsafePointer<Int16>, column: Int) -> Int32 {
    let values = values(column)
    var sum: Int32 = 0
    for k in 0..<depth { sum &+= Int32(row[k]) &* Int32(values[k]) }
    return sum
  }

  /// The sums of four neighboring columns, for which the row is loaded once.
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
