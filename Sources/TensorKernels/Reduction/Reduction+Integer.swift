extension Reduction {
  /// Reduces some groups of integers, whose sums and products wrap around; a mean is rounded toward zero.
  ///
  /// An empty group gives 0, 1, or the least or greatest integer; its mean is 0.
  ///
  /// The maximum of Booleans is true if any is true, the minimum if all are.
  ///
  /// - Precondition: the pointers are to elements of `type`, which is not float32.
  package static func run(
    _ operation: Operation, _ type: NumberType, _ groups: ReductionGroups, _ some: Range<Int>,
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer
  ) {
    func run<Element: FixedWidthInteger>(_ element: Element.Type) {
      let source = input.assumingMemoryBound(to: element)
      let target = output.assumingMemoryBound(to: element)
      guard operation != .mean else {
        let count = Int64(groups.groupCount)
        for group in some {
          var sum: Int64 = 0
          groups.forEachOffset(in: group) { sum &+= Int64(truncatingIfNeeded: source[$0]) }
          target[group] = Element(truncatingIfNeeded: count == 0 ? 0 : sum / count)
        }
        return
      }
      let start: Element =
        switch operation {
        case .sum, .mean: 0
        case .product: 1
        case .maximum: .min
        case .minimum: .max
        }
      groups.reduce(some, source, target, from: start) {
        switch operation {
        case .sum, .mean: $0 &+ $1
        case .product: $0 &* $1
        case .maximum: max($0, $1)
        case .minimum: min($0, $1)
        }
      }
    }
    switch type {
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    case .int8: run(Int8.self)
    case .uint8: run(UInt8.self)
    case .bool:
      runBooleans(
        all: operation == .minimum, groups, some, input.assumingMemoryBound(to: UInt8.self),
        output.assumingMemoryBound(to: UInt8.self))
    case .float32: preconditionFailure("floats are reduced with vectors")
    }
  }

  /// Of an empty group, all are true and none is.
  private static func runBooleans(
    all: Bool, _ groups: ReductionGroups, _ some: Range<Int>, _ input: UnsafePointer<UInt8>,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    groups.reduce(some, input, output, from: all ? 1 : 0) { held, value in
      all ? (value != 0 ? held : 0) : (value != 0 ? 1 : held)
    }
  }

  /// Vectors of integers of 16 or 32 bits, eight at a time; nil for means and products, and if the axes do not merge.
  static func vectors(_ problem: Problem) -> (any UnitKernel)? {
    guard problem.operation != .mean, problem.operation != .product,
      let counts = counts(shape: problem.shape, isReduced: problem.isReduced)
    else { return nil }
    func kernel<Element: FixedWidthInteger & SIMDScalar & BitwiseCopyable & Sendable>(
      _ element: Element.Type
    ) -> LoopKernel {
      LoopKernel(problem.groups.count) {
        let input = $1.inputBytes(0).assumingMemoryBound(to: Element.self)
        runSIMD(problem.operation, counts, $0, input, $1.output(as: Element.self))
      }
    }
    return problem.element == .int16 ? kernel(Int16.self) : kernel(Int32.self)
  }

  /// A loop for each operation: a closure that is kept is called for each element.
  private static func runSIMD<Element: FixedWidthInteger & SIMDScalar & BitwiseCopyable>(
    _ operation: Operation, _ counts: [Int], _ some: Range<Int>, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    let groups = MergedGroups(counts: counts, input: input, output: output)
    switch operation {
    case .sum: groups.reduce(some, from: 0) { $0 &+ $1 }
    case .maximum: groups.reduce(some, from: .min) { max($0, $1) }
    case .minimum: groups.reduce(some, from: .max) { min($0, $1) }
    case .mean, .product: preconditionFailure("\(operation) has no vectors")
    }
  }
}

/// Groups of integers along axes that merge to kept × reduced × kept.
private struct MergedGroups<Element: FixedWidthInteger & SIMDScalar & BitwiseCopyable> {
  typealias Vector = SIMD8<Element>

  let counts: [Int]
  let input: UnsafePointer<Element>, output: UnsafeMutablePointer<Element>

  @inline(__always)
  func reduce(
    _ groups: Range<Int>, from start: Element, _ element: (Element, Element) -> Element
  ) {
    // The compiler makes vectors of this.
    @inline(__always)
    func vector(_ held: Vector, _ others: Vector) -> Vector {
      var result = held
      for lane in 0..<8 { result[lane] = element(held[lane], others[lane]) }
      return result
    }
    let (count, inner) = (counts[1], counts[2])
    var group = groups.lowerBound
    while group < groups.upperBound {
      let (outer, column) = group.quotientAndRemainder(dividingBy: inner)
      let source = input + (outer * count * inner + column), target = output + group
      if inner == 1 {
        var (a, i) = (Vector(repeating: start), 0)
        while i + 8 <= count {
          a = vector(a, load(source + i))
          i += 8
        }
        var result = start
        for lane in 0..<8 { result = element(result, a[lane]) }
        for i in i..<count { result = element(result, source[i]) }
        target[0] = result
        group += 1
        continue
      }
      let taken = min(inner - column, groups.upperBound - group)
      var first = 0
      while first + 16 <= taken {
        var (a, b) = (Vector(repeating: start), Vector(repeating: start))
        for row in 0..<count {
          a = vector(a, load(source + row * inner + first))
          b = vector(b, load(source + row * inner + first + 8))
        }
        UnsafeMutableRawPointer(target + first).storeBytes(of: a, as: Vector.self)
        UnsafeMutableRawPointer(target + first + 8).storeBytes(of: b, as: Vector.self)
        first += 16
      }
      for column in first..<taken {
        var result = start
        for row in 0..<count { result = element(result, source[row * inner + column]) }
        target[column] = result
      }
      group += taken
    }
  }

  @inline(__always)
  private func load(_ elements: UnsafePointer<Element>) -> Vector {
    UnsafeRawPointer(elements).loadUnaligned(as: Vector.self)
  }
}
