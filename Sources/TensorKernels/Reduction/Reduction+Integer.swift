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
      switch operation {
      case .sum: groups.reduce(some, source, target, from: 0) { $0 &+ $1 }
      case .product: groups.reduce(some, source, target, from: 1) { $0 &* $1 }
      case .maximum: groups.reduce(some, source, target, from: Element.min) { max($0, $1) }
      case .minimum: groups.reduce(some, source, target, from: Element.max) { min($0, $1) }
      case .mean:
        let count = Int64(groups.groupCount)
        for group in some {
          var sum: Int64 = 0
          groups.forEachOffset(in: group) { sum &+= Int64(truncatingIfNeeded: source[$0]) }
          target[group] = Element(truncatingIfNeeded: count == 0 ? 0 : sum / count)
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
}
