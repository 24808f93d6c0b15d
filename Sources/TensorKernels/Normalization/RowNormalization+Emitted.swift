import MachineCode
import MudraPlatform

/// Softmax and its logarithm in emitted vectors: one pass for the maximum of a row, one for its exponentials and their
/// sum, one that scales or subtracts.
///
/// The sum has eight parts, and a quotient is the product with a reciprocal. Powers below the least normal number may
/// become zero, as they do in XNNPACK.
final class MachineRowNormalization: RowRoutineKernel, EmittedCode {
  private static let routines = routines(name: "row-normalizations")

  /// One of the routines.
  enum Routine: Sendable, Hashable, CaseIterable {
    case softmax
    /// With a factor other than one.
    case scaledSoftmax
    case logSoftmax
  }

  /// The constants of a routine, followed by the ``MathConstant``s.
  struct Constants {
    let beta: Lanes
    let lowest = Lanes(repeating: -.infinity)
    let masks = TailMasks()
    /// The system's logarithm.
    let logarithm = UnsafeRawPointer { logf($0) }
  }

  /// The least number of elements. The results of fewer have the bits of ``MachineSoftmax`` and of the plain loops,
  /// which for the hand networks (eight elements) are MediaPipe's.
  private static let leastCount = 128

  let routine: RowRoutine
  let unitCount: Int

  private static func kind(_ problem: RowNormalization.Problem) -> (Routine, beta: Float)? {
    let (count, overflow) = problem.rows.multipliedReportingOverflow(by: problem.length)
    guard overflow || count >= leastCount else { return nil }
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
