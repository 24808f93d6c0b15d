/// A slice combined with another one, element by element.
///
///     output[i] = function(held[i], update[i])
package final class SliceCombination: UnitKernel {
  /// Sums and products of integers wrap around. `or` is of Booleans. NaN is neither a maximum nor a minimum.
  package enum Function: Sendable { case sum, product, maximum, minimum, or }

  package struct Problem: KernelProblem {
    let function: Function
    package let element: NumberType
    package let length: Int

    package init(_ function: Function, of element: NumberType, length: Int) {
      (self.function, self.element, self.length) = (function, element, length)
    }
  }

  /// Inputs: what is held, and updates. A unit is an element.
  package static let family = KernelFamily<Problem, SliceCombination>(
    "slice combination"
  ) { problem, _ in SliceCombination(problem) }

  private typealias Loop = @Sendable (_ held: UnsafeMutableRawPointer, _ update: UnsafeRawPointer, Int) -> Void

  private let problem: Problem
  private let filling: @Sendable (_ output: UnsafeMutableRawPointer, _ count: Int) -> Void
  private let combining: Loop

  private init(_ problem: Problem) {
    self.problem = problem
    (filling, combining) =
      switch (problem.function, problem.element) {
      case (.sum, .float32): Self.loops(from: 0 as Float) { $0 + $1 }
      case (.product, .float32): Self.loops(from: 1 as Float) { $0 * $1 }
      case (.maximum, .float32): Self.loops(from: -Float.greatestFiniteMagnitude) { $0 < $1 ? $1 : $0 }
      case (.minimum, .float32): Self.loops(from: Float.greatestFiniteMagnitude) { $1 < $0 ? $1 : $0 }
      case (.sum, .int16): Self.loops(from: 0 as Int16) { $0 &+ $1 }
      case (.sum, .int64): Self.loops(from: 0 as Int64) { $0 &+ $1 }
      // Sums of bytes wrap in the same way, signed or not.
      case (.sum, .int8), (.sum, .uint8): Self.loops(from: 0 as UInt8) { $0 &+ $1 }
      case (.or, .bool): Self.loops(from: 0 as UInt8) { $0 | $1 }
      case (.sum, .int32): Self.loops(from: 0 as Int32) { $0 &+ $1 }
      case (.product, .int32): Self.loops(from: 1 as Int32) { $0 &* $1 }
      case (.maximum, .int32): Self.loops(from: Int32.min) { max($0, $1) }
      case (.minimum, .int32): Self.loops(from: Int32.max) { min($0, $1) }
      default: preconditionFailure("no \(problem.function) of \(problem.element)")
      }
  }

  /// A loop for each operation: a call for each element takes ten times as long.
  @inline(__always)
  private static func loops<Element: BitwiseCopyable & Sendable>(
    from start: Element, _ combine: @escaping @Sendable (_ held: Element, _ update: Element) -> Element
  ) -> (@Sendable (UnsafeMutableRawPointer, Int) -> Void, Loop) {
    (
      { $0.assumingMemoryBound(to: Element.self).initialize(repeating: start, count: $1) },
      { held, update, count in
        let (held, update) = (held.assumingMemoryBound(to: Element.self), update.assumingMemoryBound(to: Element.self))
        for i in 0..<count { held[i] = combine(held[i], update[i]) }
      }
    )
  }

  package var unitCount: Int { problem.length }
  package var memory: [any KernelMemory] { [] }
  package var sliceByteCount: Int { problem.length * problem.element.byteCount }

  /// Writes what is held before anything is combined to some elements.
  package func fill(_ output: UnsafeMutableRawPointer, count: Int) { filling(output, count) }

  /// Replaces a slice by its combination.
  package func combine(_ held: UnsafeMutableRawPointer, with update: UnsafeRawPointer) {
    combining(held, update, problem.length)
  }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    let size = problem.element.byteCount, first = units.lowerBound * size
    (operands.outputBytes() + first).copyMemory(from: operands.inputBytes(0) + first, byteCount: units.count * size)
    combining(operands.outputBytes() + first, operands.inputBytes(1) + first, units.count)
  }
}
