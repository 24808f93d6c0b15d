extension UnsafePointer where Pointee: Comparable {
  /// The index of the first of `count` ascending numbers above another one; `count` if none is, as for NaN.
  func firstIndex(above number: Pointee, of count: Int) -> Int {
    var (first, count) = (0, count)
    while count > 0 {
      let half = count / 2
      if number < self[first + half] {
        count = half
      } else {
        (first, count) = (first + half + 1, count - half - 1)
      }
    }
    return first
  }
}

extension UnsafePointer<Double> {
  /// The same for other modules, in which the generic one would be slow.
  package func firstDouble(above number: Double, of count: Int) -> Int { firstIndex(above: number, of: count) }
}
