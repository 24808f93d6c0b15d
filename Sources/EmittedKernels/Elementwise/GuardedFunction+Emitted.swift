import MachineCode
import MudraPlatform
import TensorKernels

/// Sines, cosines and logarithms in emitted vectors, and through the system's functions where those do not hold: beyond
/// ±8192, the product of a whole number and three parts of π would not cancel exactly; and logarithms take positive
/// numbers that are neither subnormal nor infinite.
final class MachineGuardedFunction: RowRoutineKernel, EmittedCode {
  private static let routines = routines(name: "guarded-functions")

  /// One of the routines.
  enum Routine: Sendable, Hashable, CaseIterable {
    case sine, cosine, logarithm
  }

  /// The constants of a routine, followed by the ``MathConstant``s.
  struct Constants {
    let masks = TailMasks()
    /// The system's function.
    let function: UnsafeRawPointer

    init(_ kind: Routine) {
      function =
        switch kind {
        case .sine: UnsafeRawPointer { sinf($0) }
        case .cosine: UnsafeRawPointer { cosf($0) }
        case .logarithm: UnsafeRawPointer { logf($0) }
        }
    }
  }

  let routine: RowRoutine
  let unitCount: Int
  var elementsPerUnit: Int? { 1 }

  private static func kind(_ function: UnaryFunction) -> Routine? {
    switch function {
    case .sine: .sine
    case .cosine: .cosine
    case .logarithm: .logarithm
    default: nil
    }
  }

  static func supports(_ function: UnaryFunction) -> Bool {
    MachineCodeSupport.obstacle == nil && kind(function) != nil && Self.routines != nil
  }

  /// Nil if no code can be emitted, and for other functions.
  init?(_ function: UnaryFunction, count: Int) {
    guard let kind = Self.kind(function), let code = Self.routines else { return nil }
    unitCount = count
    routine = RowRoutine(
      code.function(kind, taking: RowRoutine.Arguments.self),
      constants: MathConstant.buffer(after: Constants(kind)), unit: .element)
  }
}
