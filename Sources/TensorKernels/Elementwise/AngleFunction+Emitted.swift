import MachineCode
import MudraPlatform

/// Sines and cosines in emitted vectors, and through the system's functions where an argument is beyond ±8192: there,
/// the product of a whole number and three parts of π/2 would not cancel exactly.
struct MachineAngleFunction: UnitKernel {
  /// One of the routines.
  enum Routine: Sendable, Hashable, CaseIterable {
    case sine, cosine
  }

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    let length: Int
  }

  /// The constants of a routine, followed by the ``MathConstant``s.
  struct Constants {
    let masks = TailMasks()
    /// The system's function.
    let function: UnsafeRawPointer

    init(_ routine: Routine) {
      let function: @convention(c) (Float) -> Float
      switch routine {
      case .sine: function = { sinf($0) }
      case .cosine: function = { cosf($0) }
      }
      self.function = unsafeBitCast(function, to: UnsafeRawPointer.self)
    }
  }

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  let unitCount: Int
  var elementsPerUnit: Int? { 1 }

  private static func routine(_ function: UnaryFunction) -> Routine? {
    switch function {
    case .sine: .sine
    case .cosine: .cosine
    default: nil
    }
  }

  static func supports(_ function: UnaryFunction) -> Bool {
    MachineCodeSupport.obstacle == nil && routine(function) != nil && EmittedLibrary.angleFunctions != nil
  }

  /// Nil if no code can be emitted, and for other functions.
  init?(_ function: UnaryFunction, count: Int) {
    guard let routine = Self.routine(function), let code = EmittedLibrary.angleFunctions else { return nil }
    self.function = code.function(routine, taking: Arguments.self)
    constants = MathConstant.buffer(after: Constants(routine))
    unitCount = count
  }

  var memory: [any KernelMemory] { [constants] }

  func run(units: Range<Int>, _ operands: KernelOperands) { call(units, operands).run() }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? { [call(units, operands)] }

  private func call(_ range: Range<Int>, _ operands: KernelOperands) -> EmittedCall {
    function.call(
      Arguments(
        input: operands.input(0) + range.lowerBound, output: operands.output() + range.lowerBound,
        constants: constants.pointer, length: range.count))
  }
}
