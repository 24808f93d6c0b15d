/// Products of a row of 16-bit integers with filter rows, eight at a time. Sums wrap around.
struct Int16RowSums {
  private typealias Words = SIMD8<Int16>
  #if arch(arm64)
    /// SMLAL.
    private typealias Sums = SIMD8<Int32>
  #else
    /// Of neighbors: PMADDWD on x86-64.
    private typealias Sums = SIMD4<Int32>
  #endif

  /// `depth` values per column.
  let filter: UnsafeBufferPointer<Int16>
  let depth: Int

  @inline(__always)
  private static func products(_ left: Words, _ right: Words) -> Sums {
    let products = SIMD8<Int32>(truncatingIfNeeded: left) &* SIMD8<Int32>(truncatingIfNeeded: right)
    #if arch(arm64)
      return products
    #else
      return products.evenHalf &+ products.oddHalf
    #endif
  }

  /// A column's values, indexed from zero.
  @inline(__always)
  private func values(_ column: Int) -> UnsafeBufferPointer<Int16> {
    UnsafeBufferPointer(rebasing: filter[column * depth..<(column + 1) * depth])
  }

  /// Calls `body` with the offsets in bytes of eight values at a time, and of the first of those left over.
  @inline(__always)
  private func forEachEight(_ body: (_ offset: Int) -> Void) {
    var offset = 0
    while offset &+ 16 <= depth &* 2 {
      body(offset)
      offset &+= 16
    }
  }

  func sum(_ row: UnsafePointer<Int16>, column: Int) -> Int32 {
    let values = values(column)
    guard let terms = UnsafeRawPointer(values.baseAddress) else { return 0 }
    var sums = Sums.zero
    forEachEight {
      sums &+= Self.products(
        UnsafeRawPointer(row).loadUnaligned(fromByteOffset: $0, as: Words.self),
        terms.loadUnaligned(fromByteOffset: $0, as: Words.self))
    }
    var sum = sums.wrappedSum()
    for k in depth / 8 * 8..<depth { sum &+= Int32(row[k]) &* Int32(values[k]) }
    return sum
  }

  /// The sums of four neighboring columns, loading the row once.
  func fourSums(_ row: UnsafePointer<Int16>, column: Int) -> SIMD4<Int32> {
    let columns = (values(column), values(column + 1), values(column + 2), values(column + 3))
    guard let first = UnsafeRawPointer(columns.0.baseAddress) else { return .zero }
    let (second, third, fourth) = (first + depth * 2, first + depth * 4, first + depth * 6)
    var sums = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
    forEachEight {
      let words = UnsafeRawPointer(row).loadUnaligned(fromByteOffset: $0, as: Words.self)
      sums.0 &+= Self.products(words, first.loadUnaligned(fromByteOffset: $0, as: Words.self))
      sums.1 &+= Self.products(words, second.loadUnaligned(fromByteOffset: $0, as: Words.self))
      sums.2 &+= Self.products(words, third.loadUnaligned(fromByteOffset: $0, as: Words.self))
      sums.3 &+= Self.products(words, fourth.loadUnaligned(fromByteOffset: $0, as: Words.self))
    }
    var result = SIMD4(sums.0.wrappedSum(), sums.1.wrappedSum(), sums.2.wrappedSum(), sums.3.wrappedSum())
    for k in depth / 8 * 8..<depth {
      let values = SIMD4(Int32(columns.0[k]), Int32(columns.1[k]), Int32(columns.2[k]), Int32(columns.3[k]))
      result &+= Int32(row[k]) &* values
    }
    return result
  }
}
