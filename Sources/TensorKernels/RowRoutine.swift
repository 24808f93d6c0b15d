import MachineCode

/// An emitted routine that takes rows of adjacent floats, with its table of constants.
package struct RowRoutine: Sendable {
  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    /// Elements of a row of the input.
    let length: Int
  }

  /// What a unit of work is.
  enum Unit {
    /// A row of the input, of which a number of results is made.
    case row(length: Int, resultCount: Int)
    /// An element: neighboring ones are one row.
    case element
  }

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  private let unit: Unit

  /// A routine and its constants.
  init(_ function: EmittedFunction<Arguments>, constants: AlignedBuffer, unit: Unit) {
    (self.function, self.constants, self.unit) = (function, constants, unit)
  }

  package var memory: [any KernelMemory] { [constants] }

  /// The call that computes some units; nil if there are none. The pointers are to the first unit of all.
  func call(
    units: Range<Int>, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) -> EmittedCall? {
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

/// A kernel that consists of an emitted routine over rows.
package protocol RowRoutineKernel: UnitKernel {
  /// The routine.
  var routine: RowRoutine { get }
}

extension RowRoutineKernel {
  package var memory: [any KernelMemory] { routine.memory }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    routine.call(units: units, operands.input(0), operands.output())?.run()
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    routine.call(units: units, operands.input(0), operands.output()).map { [$0] } ?? []
  }
}

extension UnsafeRawPointer {
  /// A function of the system, for a table of constants.
  init(_ function: @convention(c) (Float) -> Float) { self = unsafeBitCast(function, to: UnsafeRawPointer.self) }
}
