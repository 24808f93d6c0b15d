import MachineCode
import TensorKernels

/// Sums, means and extremes of rows of adjacent elements in emitted vectors: 32 parts of a result at a time, which are
/// combined at its end. A unit is a row.
final class MachineRowReduction: RowRoutineKernel, EmittedCode {
  /// The constants of the code.
  struct Constants {
    /// The reciprocal of the number of elements for a mean, as XNNPACK uses it; otherwise one.
    let scale: Lanes
    /// The extreme of no elements.
    let start: Lanes
    let masks = TailMasks()
  }

  /// The least length of a row for which combining the parts pays.
  private static let leastLength = 16

  let routine: RowRoutine
  let unitCount: Int
  var elementsPerUnit: Int? { 1 }

  /// The length of the rows that a problem reduces; nil if it is something else.
  private static func length(_ problem: Reduction.Problem) -> Int? {
    guard problem.operation != .product, problem.groups.count > 0, let length = Reduction.rowLength(problem),
      length >= leastLength
    else { return nil }
    return length
  }

  private static func code(_ operation: Reduction.Operation) -> ExecutableMemory? {
    shared(operation == .mean ? .sum : operation, name: "row-reductions")
  }

  static func supports(_ problem: Reduction.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && length(problem) != nil && code(problem.operation) != nil
  }

  /// Nil if no code can be emitted, and for other problems.
  init?(_ problem: Reduction.Problem) {
    guard let length = Self.length(problem), let code = Self.code(problem.operation) else { return nil }
    unitCount = problem.groups.count
    let scale: Float = problem.operation == .mean ? 1 / Float(length) : 1
    let constants = Constants(scale: Lanes(repeating: scale), start: Lanes(repeating: problem.operation.start))
    routine = RowRoutine(
      EmittedFunction(code), constants: AlignedBuffer(constants), unit: .row(length: length, resultCount: 1))
  }
}
