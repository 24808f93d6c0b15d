/// Cumulative sums along an axis.
package struct CumulativeSum: Sendable, Hashable {
  /// The number of elements along the axis, and inside it.
  package let extent: Int, inner: Int
  /// Whether an element's own value is excluded, and whether sums begin at the end of the axis.
  let isExclusive: Bool, isReversed: Bool

  /// Sums along the middle of three merged axes.
  package init(extent: Int, inner: Int, isExclusive: Bool, isReversed: Bool) {
    (self.extent, self.inner) = (extent, inner)
    (self.isExclusive, self.isReversed) = (isExclusive, isReversed)
  }

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    package let sum: CumulativeSum
    package let outer: Int
    package let element: NumberType

    /// Sums along the middle of three axes, of which the outer has `outer` elements.
    package init(_ sum: CumulativeSum, outer: Int, element: NumberType = .float32) {
      (self.sum, self.outer, self.element) = (sum, outer, element)
    }
  }

  /// The plain loops. A unit is a line along the axis.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "cumulative sum",
    kernels: [
      KernelCandidate(
        .reference, elements: [.float32, .int32, .int64],
        make: { problem, _, _ in
          LoopKernel(problem.outer * problem.sum.inner) {
            problem.sum.run(problem.element, $0, $1.inputBytes(0), $1.outputBytes())
          }
        })
    ])

  /// Writes the sums of some of the `outer · inner` lines along the axis; integers wrap around.
  ///
  /// - Precondition: the pointers are to elements of `type`, which is float32, int32 or int64.
  private func run(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    switch type {
    case .float32: run(Float(0), lines, input, output) { $0 + $1 }
    case .int64: run(Int64(0), lines, input, output) { $0 &+ $1 }
    case .int32: run(Int32(0), lines, input, output) { $0 &+ $1 }
    case .int16, .int8, .uint8, .bool: preconditionFailure("\(type) is not summed")
    }
  }

  private func run<Element>(
    _ zero: Element, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ add: (Element, Element) -> Element
  ) {
    for line in lines {
      let (o, i) = line.quotientAndRemainder(dividingBy: inner)
      let start = o * extent * inner + i
      let source = input.assumingMemoryBound(to: Element.self) + start
      let target = output.assumingMemoryBound(to: Element.self) + start
      var sum = zero
      for step in 0..<extent {
        let place = (isReversed ? extent - 1 - step : step) * inner
        let next = add(sum, source[place])
        target[place] = isExclusive ? sum : next
        sum = next
      }
    }
  }
}
