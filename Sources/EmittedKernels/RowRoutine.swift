import MachineCode
import TensorKernels

/// An emitted routine over rows of adjacent floats, with its constants.
package struct RowRoutine: Sendable {
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    /// Elements of an input row.
    let length: Int
  }

  enum Unit {
    /// An input row, which gives this many results.
    case row(length: Int, resultCount: Int)
    /// An element; a range of them is one row.
    case element
  }

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  private let unit: Unit

  init(_ function: EmittedFunction<Arguments>, constants: AlignedBuffer, unit: Unit) {
    (self.function, self.constants, self.unit) = (function, constants, unit)
  }

  package var memory: [any KernelMemory] { [constants] }

  /// The call for some units, with pointers to the first of all units; nil if the range is empty.
  func call(
    units: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> KernelCall? {
    guard !units.isEmpty else { return nil }
    let (first, count) = (units.lowerBound, units.count)
    let arguments =
      switch unit {
      case .row(let length, let resultCount):
        Arguments(
          input: input + first * length, output: output + first * resultCount, constants: constants.pointer,
          rows: count, length: length)
      case .element:
        Arguments(
          input: input + first, output: output + first, constants: constants.pointer, rows: 1, length: count)
      }
    return function.call(arguments)
  }
}

package protocol RowRoutineKernel: EmittedKernel {
  var routine: RowRoutine { get }
}

extension RowRoutineKernel {
  package var memory: [any KernelMemory] { routine.memory }

  package func maxCallCount(_ units: Range<Int>) -> Int { 1 }

  package func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    if let call = routine.call(units: units, operands.input(0), operands.output()) { body(call) }
  }
}

extension UnsafeRawPointer {
  /// A system function for a table of constants.
  init(_ function: @convention(c) (Float) -> Float) { self = unsafeBitCast(function, to: UnsafeRawPointer.self) }
}
