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

    /// Lines along the axis.
    var lineCount: Int { outer * search.inner }
  }

  /// Fastest first. A unit is a line along the axis.
  package static let family = KernelFamily<Problem, any UnitKernel>(
    "extreme index",
    kernels: [
      KernelCandidate(
        .simd, elements: [.float32, .int32, .int16, .int8, .uint8],
        supports: { $0.lineCount >= 4 && $0.search.extent <= Int(Int32.max) },
        make: { problem, _, _ in kernel(problem) { problem.search.runSIMD(problem.element, $0, $1, store: $2) } }),
      KernelCandidate(
        .reference, elements: NumberType.all,
        make: { problem, _, _ in kernel(problem) { problem.search.run(problem.element, $0, $1, store: $2) } }),
    ])

  /// A kernel whose `run` stores the indices of some lines by their places.
  private static func kernel(
    _ problem: Problem,
    run: @escaping @Sendable (Range<Int>, UnsafeRawPointer, _ store: (_ line: Int, _ index: Int) -> Void) -> Void
  ) -> LoopKernel {
    problem.index == .int32
      ? LoopKernel(problem.lineCount) { lines, operands in
        let output = operands.output(as: Int32.self)
        run(lines, operands.inputBytes(0)) { output[$0] = Int32(truncatingIfNeeded: $1) }
      }
      : LoopKernel(problem.lineCount) { lines, operands in
        let output = operands.output(as: Int64.self)
        run(lines, operands.inputBytes(0)) { output[$0] = Int64($1) }
      }
  }

  /// Finds the indices of some of the `outer · inner` lines along the axis. A NaN is never larger or smaller.
  ///
  /// - Precondition: the input's elements are of `type`, and the axis has at least one.
  private func run(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, store: (_ line: Int, _ index: Int) -> Void
  ) {
    func run<Element: Comparable>(_ element: Element.Type) {
      let source = input.assumingMemoryBound(to: element)
      for place in lines {
        let line = source + start(ofLine: place)
        var best = 0
        for k in 1..<max(extent, 1) {
          let (value, held) = (line[k * inner], line[best * inner])
          if isLargest ? value > held : value < held { best = k }
        }
        store(place, best)
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

  /// The place of a line's first element.
  @inline(__always)
  private func start(ofLine line: Int) -> Int {
    if inner == 1 { return line * extent }
    let (o, i) = line.quotientAndRemainder(dividingBy: inner)
    return o * extent * inner + i
  }

  /// The same for four lines at a time; the last four overlap those before them.
  private func runSIMD(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, store: (_ line: Int, _ index: Int) -> Void
  ) {
    /// Elements become values of 32 bits, whose comparisons have as many bits as indices.
    @inline(__always)
    func run<Element, Value: SIMDScalar & Comparable>(
      _ element: Element.Type, _ value: (Element) -> Value
    ) where Value.SIMDMaskScalar == Int32 {
      let source = input.assumingMemoryBound(to: element)
      var next = lines.lowerBound
      while next < lines.upperBound {
        let first = min(next, lines.upperBound - 4)
        var (a, b) = (source + start(ofLine: first), source + start(ofLine: first + 1))
        var (c, d) = (source + start(ofLine: first + 2), source + start(ofLine: first + 3))
        var held = SIMD4(value(a.pointee), value(b.pointee), value(c.pointee), value(d.pointee))
        var best = SIMD4<Int32>.zero
        for k in 1..<max(extent, 1) {
          (a, b, c, d) = (a + inner, b + inner, c + inner, d + inner)
          let values = SIMD4(value(a.pointee), value(b.pointee), value(c.pointee), value(d.pointee))
          let isBetter = isLargest ? values .> held : values .< held
          held.replace(with: values, where: isBetter)
          best.replace(with: Int32(truncatingIfNeeded: k), where: isBetter)
        }
        for lane in 0..<4 { store(first + lane, Int(best[lane])) }
        next += 4
      }
    }
    guard lines.count >= 4 else { return self.run(type, lines, input, store: store) }
    switch type {
    case .float32: run(Float.self) { $0 }
    case .int32: run(Int32.self) { $0 }
    case .int16: run(Int16.self) { Int32($0) }
    case .int8: run(Int8.self) { Int32($0) }
    case .uint8: run(UInt8.self) { Int32($0) }
    case .int64, .bool: preconditionFailure("\(type) has no vectors")
    }
  }
}
