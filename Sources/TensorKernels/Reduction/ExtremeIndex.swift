/// Where along an axis the largest or smallest element is; the first of equal ones.
package struct ExtremeIndex: Sendable {
  /// Whether the largest is sought, or the smallest.
  let isLargest: Bool
  /// Elements along the axis, and inside it.
  let extent: Int, inner: Int

  /// A search along the middle of three merged axes.
  package init(isLargest: Bool, extent: Int, inner: Int) {
    (self.isLargest, self.extent, self.inner) = (isLargest, extent, inner)
  }

  /// Writes the indices of some lines along the axis, of which there are `outer · inner`. A NaN is never larger or
  /// smaller.
  ///
  /// - Precondition: the input's elements are of `type`, and the axis has one at least.
  package func run<Index: FixedWidthInteger>(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutablePointer<Index>
  ) {
    func run<Element: Comparable>(_ element: Element.Type) {
      let source = input.assumingMemoryBound(to: element)
      for place in lines {
        let (o, i) = place.quotientAndRemainder(dividingBy: inner)
        let line = source + (o * extent * inner + i)
        var best = 0
        for k in 1..<max(extent, 1) {
          let (value, held) = (line[k * inner], line[best * inner])
          if isLargest ? value > held : value < held { best = k }
        }
        output[place] = Index(truncatingIfNeeded: best)
      }
    }
    switch type {
    case .float32: run(Float.self)
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    case .int8: run(Int8.self)
    case .uint8, .bool: run(UInt8.self)
    }
  }
}
