/// A function of the bits of two integers, applied element by element with NumPy's broadcasting.
package enum BitwiseFunction: Sendable, Hashable {
  case exclusiveOr, and
  /// The first integer shifted right, with copies of its sign if it has one. Shifts below 0 count as 0, those beyond
  /// the last bit as one to the last bit.
  case shiftRight
  /// The first integer shifted left. Shifts below 0 and those beyond the last bit give 0.
  case shiftLeft

  /// What a kernel may specialize on.
  package struct Problem: KernelProblem {
    let function: BitwiseFunction
    package let operands: BroadcastPair
    package let byteCount: Int
    let isSigned: Bool

    /// Operands of integers of `byteCount` bytes, with a sign or without; those of 8 have one.
    package init(_ function: BitwiseFunction, _ operands: BroadcastPair, byteCount: Int, isSigned: Bool) {
      (self.function, self.operands) = (function, operands)
      (self.byteCount, self.isSigned) = (byteCount, isSigned)
    }

    package var element: NumberType { .uint8 }
    package var work: Int { KernelWork.of(operands.broadcasting.elementCount) }
  }

  /// A unit is an element of the flattened output.
  package static let family = KernelFamily<Problem, any UnitKernel>("bitwise function") { problem, _ in
    LoopKernel(problem.operands.broadcasting.elementCount) {
      problem.function.run(problem, $0, $1.inputBytes(0), $1.inputBytes(1), $1.outputBytes())
    }
  }

  private func run(
    _ problem: Problem, _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    func run<Element: FixedWidthInteger>(_ element: Element.Type) {
      let a = left.assumingMemoryBound(to: element), b = right.assumingMemoryBound(to: element)
      let target = output.assumingMemoryBound(to: element)
      problem.operands.broadcasting.map(elements, a, b, target) { result($0, $1) }
    }
    let isSigned = problem.isSigned
    switch problem.byteCount {
    case 8: run(Int64.self)
    case 4: isSigned ? run(Int32.self) : run(UInt32.self)
    case 2: isSigned ? run(Int16.self) : run(UInt16.self)
    default: isSigned ? run(Int8.self) : run(UInt8.self)
    }
  }

  /// One of two integers. A single loop with the choice inside: these operators are rare.
  private func result<Element: FixedWidthInteger>(_ left: Element, _ right: Element) -> Element {
    let last = Element(Element.bitWidth - 1)
    return switch self {
    case .exclusiveOr: left ^ right
    case .and: left & right
    case .shiftRight: left &>> min(max(right, 0), last)
    case .shiftLeft: right < 0 || right > last ? 0 : left &<< right
    }
  }
}
