import MachineCode

/// Sums and means of rows of adjacent elements in emitted vectors: 32 parts of a sum at a time, which are added up at
/// its end. A unit is a row.
final class MachineRowSums: RowRoutineKernel, EmittedCode {
  private static let code = memory(name: "row-sums")

  /// The constants of the code.
  struct Constants {
    /// The reciprocal of the number of elements for a mean, as XNNPACK uses it; otherwise one.
    let scale: Lanes
    let masks = TailMasks()
  }

  /// The least length of a row for which adding up the parts pays.
  private static let leastLength = 16

  let routine: RowRoutine
  let unitCount: Int
  var elementsPerUnit: Int? { 1 }

  /// The rows that a problem reduces; nil if it is something else.
  private static func rows(_ problem: Reduction.Problem) -> (count: Int, length: Int)? {
    guard problem.operation == .sum || problem.operation == .mean,
      let counts = MachineReduction.counts(shape: problem.shape, isReduced: problem.isReduced), counts[2] == 1,
      counts[1] >= leastLength, counts[0] > 0
    else { return nil }
    return (counts[0], counts[1])
  }

  static func supports(_ problem: Reduction.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && rows(problem) != nil && Self.code != nil
  }

  /// Nil if no code can be emitted, and for other problems.
  init?(_ problem: Reduction.Problem) {
    guard let code = Self.code, let rows = Self.rows(problem) else { return nil }
    unitCount = rows.count
    let scale: Float = problem.operation == .mean ? 1 / Float(rows.length) : 1
    routine = RowRoutine(
      EmittedFunction(code), constants: AlignedBuffer(Constants(scale: Lanes(repeating: scale))),
      unit: .row(length: rows.length, resultCount: 1))
  }
}
