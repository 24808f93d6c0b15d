/// The index along an axis of the largest or smallest element; the first among equal ones.
package struct ExtremeIndex: Sendable, Hashable {
  /// Whether to find the largest element, or the smallest.
  let isLargest: Bool
  /// The number of elements along the axis, and inside it.
  package let extent: Int, inner: Int

  /// A search along the middle of three merged axes.
  package init(isLargest: Bool, extent: Int, inner: Int) {
    (self.isLargest, self.extent, self.inner) = (isLargest, extent, inner)
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let search: ExtremeIndex
    package let outer: Int
    package let element: NumberType
    package let index: NumberType

    /// A search along the middle of three axes, of which the outer has `outer` elements, with indices of int32 or
    /// int64.
    package init(_ search: ExtremeIndex, outer: Int, element: NumberType = .float32, index: NumberType) {
      (self.search, self.outer, self.element, self.index) = (search, outer, element, index)
    }
  }

  /// The plain loops. A unit is a line along the axis.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "extreme index",
    kernels: [
      KernelCandidate(
        .reference, elements: NumberType.all,
        make: { problem, _, _ in
          let (search, element) = (problem.search, problem.element)
          let count = problem.outer * search.inner
          return problem.index == .int32
            ? LoopKernel(count) { search.run(element, $0, $1.inputBytes(0), $1.output(as: Int32.self)) }
            : LoopKernel(count) { search.run(element, $0, $1.inputBytes(0), $1.output(as: Int64.self)) }
        })
    ])

  /// Writes the indices of some of the `outer · inner` lines along the axis. A NaN is never larger or smaller.
  ///
  /// - Precondition: the input's elements are of `type`, and the axis has at least one.
  private func run<Index: FixedWidthInteger>(
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
