import MachineCode
import MudraPlatform

/// Softmax and its logarithm in emitted vectors: one pass for the maximum of a row, one for its exponentials and their
/// sum, one that scales or subtracts.
///
/// The sum has eight parts, and a quotient is the product with a reciprocal. What is below the least normal number
/// becomes zero, as in XNNPACK.
struct MachineRowNormalization: UnitKernel {
  /// One of the routines.
  enum Routine: Sendable, Hashable, CaseIterable {
    case softmax, logSoftmax
  }

  /// The arguments of a routine.
  struct Arguments {
    let input: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let constants: UnsafePointer<Float>
    /// At least one.
    let rows: Int
    /// At least one.
    let length: Int
  }

  /// The constants of a routine, followed by the ``MathConstant``s.
  struct Constants {
    let beta: Lanes
    let lowest = Lanes(repeating: -.infinity)
    let masks = TailMasks()
    /// The system's logarithm.
    let logarithm: UnsafeRawPointer = {
      let function: @convention(c) (Float) -> Float = { logf($0) }
      return unsafeBitCast(function, to: UnsafeRawPointer.self)
    }()
  }

  /// The least number of elements. The results of fewer have the bits of ``MachineSoftmax`` and of the plain loops,
  /// which for the hand networks (eight elements) are MediaPipe's.
  private static let leastCount = 128

  private let function: EmittedFunction<Arguments>
  private let constants: AlignedBuffer
  private let length: Int
  let unitCount: Int

  private static func routine(_ problem: RowNormalization.Problem) -> (Routine, beta: Float)? {
    let (count, overflow) = problem.rows.multipliedReportingOverflow(by: problem.length)
    guard overflow || count >= leastCount else { return nil }
    switch problem.operation {
    // With other factors, powers may overflow.
    case .softmax(let beta) where beta > 0 && beta.isFinite: return (.softmax, beta)
    case .logSoftmax: return (.logSoftmax, 1)
    default: return nil
    }
  }

  static func supports(_ problem: RowNormalization.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && routine(problem) != nil && EmittedLibrary.rowNormalizations != nil
  }

  /// Nil if no code can be emitted, and for other problems.
  init?(_ problem: RowNormalization.Problem) {
    guard let (routine, beta) = Self.routine(problem), let code = EmittedLibrary.rowNormalizations else { return nil }
    function = code.function(routine, taking: Arguments.self)
    constants = MathConstant.buffer(after: Constants(beta: Lanes(repeating: beta)))
    length = problem.length
    unitCount = problem.rows
  }

  var memory: [any KernelMemory] { [constants] }

  func run(units: Range<Int>, _ operands: KernelOperands) { call(units, operands)?.run() }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    call(units, operands).map { [$0] } ?? []
  }

  private func call(_ rows: Range<Int>, _ operands: KernelOperands) -> EmittedCall? {
    guard !rows.isEmpty else { return nil }
    let first = rows.lowerBound * length
    return function.call(
      Arguments(
        input: operands.input(0) + first, output: operands.output() + first, constants: constants.pointer,
        rows: rows.count, length: length))
  }
}
