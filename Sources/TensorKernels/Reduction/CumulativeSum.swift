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
    // An addition of floats takes several cycles, for which those of other lines need not wait.
    case .float32: run(SIMD16<Float>.zero, lines, input, output, takesFour: true, { $0 + $1 }, { $0 + $1 })
    case .int64: run(SIMD16<Int64>.zero, lines, input, output, takesFour: false, { $0 &+ $1 }, { $0 &+ $1 })
    case .int32: run(SIMD16<Int32>.zero, lines, input, output, takesFour: false, { $0 &+ $1 }, { $0 &+ $1 })
    case .int16, .int8, .uint8, .bool: preconditionFailure("\(type) is not summed")
    }
  }

  /// Sixteen lines next to each other at a time, or any four, and others one by one.
  @inline(__always)
  private func run<Vector: SIMD & BitwiseCopyable>(
    _ zero: Vector, _ lines: Range<Int>, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    takesFour: Bool, _ addVectors: (Vector, Vector) -> Vector, _ add: (Vector.Scalar, Vector.Scalar) -> Vector.Scalar
  ) where Vector.Scalar: BitwiseCopyable {
    let size = MemoryLayout<Vector.Scalar>.size
    /// The byte where a line's sums begin.
    func start(_ line: Int) -> Int {
      let (o, i) = line.quotientAndRemainder(dividingBy: inner)
      return (o * extent * inner + i + (isReversed ? (extent - 1) * inner : 0)) * size
    }
    var line = lines.lowerBound
    while line < lines.upperBound {
      let left = min(inner - line % inner, lines.upperBound - line)
      let first = start(line)
      if left >= Vector.scalarCount {
        sum(from: zero, size, first, input, output, addVectors)
        line += Vector.scalarCount
      } else if takesFour, inner < Vector.scalarCount, lines.upperBound - line >= 4 {
        let others = (start(line + 1) - first, start(line + 2) - first, start(line + 3) - first)
        sumFour(from: zero[0], size, first, others, input, output, add)
        line += 4
      } else {
        sum(from: zero[0], size, first, input, output, add)
        line += 1
      }
    }
  }

  /// The sums of one line, or of several next to each other, of elements of `size` bytes, from byte `start` on.
  @inline(__always)
  private func sum<Sum: BitwiseCopyable>(
    from zero: Sum, _ size: Int, _ start: Int, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ add: (Sum, Sum) -> Sum
  ) {
    let step = (isReversed ? -inner : inner) * size
    var (sum, place) = (zero, start)
    /// A loop for each answer, which takes half the time of one that asks for each element.
    @inline(__always) func sums(isExclusive: Bool) {
      for _ in 0..<extent {
        let next = add(sum, input.loadUnaligned(fromByteOffset: place, as: Sum.self))
        output.storeBytes(of: isExclusive ? sum : next, toByteOffset: place, as: Sum.self)
        (sum, place) = (next, place &+ step)
      }
    }
    if isExclusive { sums(isExclusive: true) } else { sums(isExclusive: false) }
  }

  /// The sums of a line and of others that begin some bytes after it.
  @inline(__always)
  private func sumFour<Sum: BitwiseCopyable>(
    from zero: Sum, _ size: Int, _ start: Int, _ others: (Int, Int, Int), _ input: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer, _ add: (Sum, Sum) -> Sum
  ) {
    let step = (isReversed ? -inner : inner) * size
    var (sums, place) = ((zero, zero, zero, zero), start)
    @inline(__always) func accumulate(_ sum: inout Sum, _ place: Int) {
      let next = add(sum, input.loadUnaligned(fromByteOffset: place, as: Sum.self))
      output.storeBytes(of: isExclusive ? sum : next, toByteOffset: place, as: Sum.self)
      sum = next
    }
    for _ in 0..<extent {
      accumulate(&sums.0, place)
      accumulate(&sums.1, place &+ others.0)
      accumulate(&sums.2, place &+ others.1)
      accumulate(&sums.3, place &+ others.2)
      place &+= step
    }
  }
}
