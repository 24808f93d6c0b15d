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

    package var work: Int { KernelWork.of(outer, sum.extent, sum.inner) }
  }

  /// The plain loops. A unit is a line along the axis.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "cumulative sum", of: [.float32, .int32, .int64]
  ) { problem, _ in
    LoopKernel(problem.outer * problem.sum.inner) {
      problem.sum.run(problem.element, $0, $1.inputBytes(0), $1.outputBytes())
    }
  }

  /// Writes the sums of some of the `outer · inner` lines along the axis; integers wrap around.
  ///
  /// - Precondition: the pointers are to elements of `type`, which is float32, int32 or int64.
  private func run(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    switch type {
    case .float32: run(SIMD16<Float>.zero, lines, input, output, { $0 + $1 }, { $0 + $1 })
    case .int64: run(SIMD16<Int64>.zero, lines, input, output, { $0 &+ $1 }, { $0 &+ $1 })
    case .int32: run(SIMD16<Int32>.zero, lines, input, output, { $0 &+ $1 }, { $0 &+ $1 })
    case .int16, .int8, .uint8, .bool: preconditionFailure("\(type) is not summed")
    }
  }

  /// Sixteen lines next to each other at a time, and others one by one.
  @inline(__always)
  private func run<Vector: SIMD & BitwiseCopyable>(
    _ zero: Vector, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ addVectors: (Vector, Vector) -> Vector, _ add: (Vector.Scalar, Vector.Scalar) -> Vector.Scalar
  ) where Vector.Scalar: BitwiseCopyable {
    let size = MemoryLayout<Vector.Scalar>.size
    var line = lines.lowerBound
    while line < lines.upperBound {
      let (o, i) = line.quotientAndRemainder(dividingBy: inner)
      let isVector = min(inner - i, lines.upperBound - line) >= Vector.scalarCount
      let start = o * extent * inner + i + (isReversed ? (extent - 1) * inner : 0)
      if isVector {
        sum(from: zero, size, start, input, output, addVectors)
      } else {
        sum(from: zero[0], size, start, input, output, add)
      }
      line += isVector ? Vector.scalarCount : 1
    }
  }

  /// The sums of one or several lines of elements of `size` bytes, from element `start` on.
  @inline(__always)
  private func sum<Sum: BitwiseCopyable>(
    from zero: Sum, _ size: Int, _ start: Int, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ add: (Sum, Sum) -> Sum
  ) {
    let step = (isReversed ? -inner : inner) * size
    var (sum, place) = (zero, start * size)
    /// For single lines, a loop for each answer takes half the time of one that asks for each element.
    @inline(__always) func sums(isExclusive: Bool) {
      for _ in 0..<extent {
        let next = add(sum, input.loadUnaligned(fromByteOffset: place, as: Sum.self))
        output.storeBytes(of: isExclusive ? sum : next, toByteOffset: place, as: Sum.self)
        (sum, place) = (next, place + step)
      }
    }
    guard MemoryLayout<Sum>.size == size else { return sums(isExclusive: isExclusive) }
    if isExclusive { sums(isExclusive: true) } else { sums(isExclusive: false) }
  }
}
