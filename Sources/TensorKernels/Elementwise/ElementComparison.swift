/// A comparison of two elements with a byte as the result: 1 for true, 0 for false.
package enum ElementComparison: Sendable, Hashable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Logical AND, OR and NOR of two Booleans.
  case both, either, neither

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    let comparison: ElementComparison
    package let operands: BroadcastPair
    package let element: NumberType

    /// A comparison of operands of a type.
    package init(_ comparison: ElementComparison, _ operands: BroadcastPair, element: NumberType) {
      (self.comparison, self.operands, self.element) = (comparison, operands, element)
    }

    package var work: Int { KernelWork.of(operands.broadcasting.elementCount) }
  }

  /// Fastest first. A unit is an element of the flattened output.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "comparison",
    kernels: [
      KernelCandidate(
        .reference, elements: NumberType.all,
        make: { problem, _, _ in
          kernel(problem) { comparison, operands in
            { comparison.run(problem.element, operands, $0, $1, $2, $3) }
          }
        })
    ])

  /// Computes some elements of the flattened output.
  package typealias Loop =
    @Sendable (
      _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ output: UnsafeMutablePointer<UInt8>
    ) -> Void

  /// A kernel from the loop of a comparison that has one; nil if `loop` is.
  package static func kernel(
    _ problem: Problem, _ loop: (ElementComparison, Broadcasting) -> Loop?
  ) -> LoopKernel? {
    let exchanged = problem.comparison.exchanged, operands = problem.operands.broadcasting
    guard let loop = loop(exchanged ?? problem.comparison, exchanged == nil ? operands : operands.reversed) else {
      return nil
    }
    let (left, right) = exchanged == nil ? (0, 1) : (1, 0)
    return LoopKernel(operands.elementCount) {
      loop($0, $1.inputBytes(left), $1.inputBytes(right), $1.output(as: UInt8.self))
    }
  }

  /// The comparison of exchanged operands that gives the same; nil for those with loops of their own.
  private var exchanged: ElementComparison? { self == .greater ? .less : self == .greaterOrEqual ? .lessOrEqual : nil }

  /// Computes elements `elements` of the flattened output.
  ///
  /// - Precondition: the pointers are to elements of `type`; the last three take Booleans.
  package func run(
    _ type: NumberType, _ broadcasting: Broadcasting, _ elements: Range<Int>, _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer, _ output: UnsafeMutablePointer<UInt8>
  ) {
    let inverted: UInt8 = self == .notEqual ? 1 : 0
    func run<Element: Comparable>(_ element: Element.Type) {
      let a = left.assumingMemoryBound(to: element)
      let b = right.assumingMemoryBound(to: element)
      switch self {
      case .equal, .notEqual: broadcasting.map(elements, a, b, output) { ($0 == $1 ? 1 : 0) ^ inverted }
      case .less: broadcasting.map(elements, a, b, output) { $0 < $1 ? 1 : 0 }
      case .lessOrEqual: broadcasting.map(elements, a, b, output) { $0 <= $1 ? 1 : 0 }
      case .greater, .greaterOrEqual, .both, .either, .neither: preconditionFailure("no loops for \(self)")
      }
    }
    switch type {
    case .float32: run(Float.self)
    case .int64: run(Int64.self)
    case .int32: run(Int32.self)
    case .int16: run(Int16.self)
    case .int8: run(Int8.self)
    case .uint8: run(UInt8.self)
    case .bool: runBooleans(broadcasting, elements, left, right, output, inverted: inverted)
    }
  }

  /// Any byte other than 0 is true.
  private func runBooleans(
    _ broadcasting: Broadcasting, _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer,
    _ output: UnsafeMutablePointer<UInt8>, inverted: UInt8
  ) {
    let a = left.assumingMemoryBound(to: UInt8.self)
    let b = right.assumingMemoryBound(to: UInt8.self)
    switch self {
    case .equal, .notEqual: broadcasting.map(elements, a, b, output) { (($0 != 0) == ($1 != 0) ? 1 : 0) ^ inverted }
    case .both: broadcasting.map(elements, a, b, output) { $0 != 0 && $1 != 0 ? 1 : 0 }
    case .either: broadcasting.map(elements, a, b, output) { $0 != 0 || $1 != 0 ? 1 : 0 }
    case .neither: broadcasting.map(elements, a, b, output) { $0 | $1 == 0 ? 1 : 0 }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: preconditionFailure("Booleans have no order")
    }
  }
}
