import MachineCode
import MudraPlatform
import TensorKernels

/// Softmax and log-softmax in emitted vectors, in three passes over a row: maximum, exponentials and their sum, and
/// scaling or subtraction.
///
/// The sum has eight partial sums, and division is by reciprocal. Subnormal exponentials may become zero, as in
/// XNNPACK.
final class MachineRowNormalization: RowRoutineKernel, EmittedCode {
  private static let routines = routines(name: "row-normalizations")

  enum Routine: Sendable, Hashable, CaseIterable {
    case softmax
    /// With a `beta` other than 1.
    case scaledSoftmax
    case logSoftmax
  }

  /// The constants of a routine, followed by the ``MathConstant``s.
  struct Constants {
    let beta: Lanes
    let lowest = Lanes(repeating: -.infinity)
    let masks = TailMasks()
    let logarithm = UnsafeRawPointer { logf($0) }
  }

  /// Minimum length. Shorter rows have the bits of ``MachineSoftmax`` and the reference, which for the hand networks
  /// (eight elements) are MediaPipe's.
  private static let minCount = 128

  let routine: RowRoutine
  let unitCount: Int

  private static func kind(_ problem: RowNormalization.Problem) -> (Routine, beta: Float)? {
    let (count, overflow) = problem.rows.multipliedReportingOverflow(by: problem.length)
    guard overflow || count >= minCount else { return nil }
    switch problem.operation {
    // With other factors, powers may overflow.
    case .softmax(let beta) where beta > 0 && beta.isFinite: return (beta == 1 ? .softmax : .scaledSoftmax, beta)
    case .logSoftmax: return (.logSoftmax, 1)
    default: return nil
    }
  }

  static func supports(_ problem: RowNormalization.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && kind(problem) != nil && Self.routines != nil
  }

  /// Nil if no code can be emitted, and for other problems.
  init?(_ problem: RowNormalization.Problem) {
    guard let (kind, beta) = Self.kind(problem), let code = Self.routines else { return nil }
    unitCount = problem.rows
    routine = RowRoutine(
      code.function(kind, taking: RowRoutine.Arguments.self),
      constants: MathConstant.buffer(after: Constants(beta: Lanes(repeating: beta))),
      unit: .row(length: problem.length, resultCount: problem.length))
  }
}
