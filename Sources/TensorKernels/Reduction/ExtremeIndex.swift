import MudraPlatform

/// The index along an axis of the largest or smallest element; the first among equal ones.
package struct ExtremeIndex: Sendable, Hashable {
  /// Whether to find the largest element, or the smallest.
  package let isLargest: Bool
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
    package var work: Int { KernelWork.of(lineCount, search.extent) }
  }

  /// Fastest first. A unit is a line along the axis.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
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
  package static func kernel(
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

  /// The same for four lines at a time. Generic functions would call those of vectors, so comparisons are of one type.
  private func runSIMD(
    _ type: NumberType, _ lines: Range<Int>, _ input: UnsafeRawPointer, store: (_ line: Int, _ index: Int) -> Void
  ) {
    guard lines.count >= 4 else { return run(type, lines, input, store: store) }
    switch type {
    case .float32: runFloats(lines, input.assumingMemoryBound(to: Float.self), store: store)
    case .int32: runIntegers(lines, input.assumingMemoryBound(to: Int32.self), store: store)
    case .int16: runIntegers(lines, input.assumingMemoryBound(to: Int16.self), store: store)
    case .int8: runIntegers(lines, input.assumingMemoryBound(to: Int8.self), store: store)
    case .uint8: runIntegers(lines, input.assumingMemoryBound(to: UInt8.self), store: store)
    case .int64, .bool: preconditionFailure("\(type) has no vectors")
    }
  }

  /// Calls `body` with the first of each four lines, and where they start; the last four overlap those before them.
  @inline(__always)
  private func forEachFour(_ lines: Range<Int>, _ body: (_ first: Int, _ starts: SIMD4<Int>) -> Void) {
    for next in stride(from: lines.lowerBound, to: lines.upperBound, by: 4) {
      let first = min(next, lines.upperBound - 4)
      body(
        first,
        SIMD4(start(ofLine: first), start(ofLine: first + 1), start(ofLine: first + 2), start(ofLine: first + 3)))
    }
  }

  private func runFloats(
    _ lines: Range<Int>, _ input: UnsafePointer<Float>, store: (_ line: Int, _ index: Int) -> Void
  ) {
    forEachFour(lines) { first, starts in
      let (a, b, c, d) = (input + starts[0], input + starts[1], input + starts[2], input + starts[3])
      var held = SIMD4(a[0], b[0], c[0], d[0]), best = SIMD4<Int32>.zero
      var place = inner
      for k in 1..<max(extent, 1) {
        let values = SIMD4(a[place], b[place], c[place], d[place])
        let isBetter = isLargest ? values .> held : values .< held
        held.replace(with: values, where: isBetter)
        best.replace(with: Int32(truncatingIfNeeded: k), where: isBetter)
        place += inner
      }
      for lane in 0..<4 { store(first + lane, Int(best[lane])) }
    }
  }

  @inline(__always)
  private func runIntegers<Element: FixedWidthInteger>(
    _ lines: Range<Int>, _ input: UnsafePointer<Element>, store: (_ line: Int, _ index: Int) -> Void
  ) {
    forEachFour(lines) { first, starts in
      let (a, b, c, d) = (input + starts[0], input + starts[1], input + starts[2], input + starts[3])
      @inline(__always)
      func values(_ place: Int) -> SIMD4<Int32> {
        SIMD4(
          Int32(truncatingIfNeeded: a[place]), Int32(truncatingIfNeeded: b[place]), Int32(truncatingIfNeeded: c[place]),
          Int32(truncatingIfNeeded: d[place]))
      }
      var held = values(0), best = SIMD4<Int32>.zero
      var place = inner
      for k in 1..<max(extent, 1) {
        let values = values(place)
        let isBetter = isLargest ? values .> held : values .< held
        held.replace(with: values, where: isBetter)
        best.replace(with: Int32(truncatingIfNeeded: k), where: isBetter)
        place += inner
      }
      for lane in 0..<4 { store(first + lane, Int(best[lane])) }
    }
  }
}
