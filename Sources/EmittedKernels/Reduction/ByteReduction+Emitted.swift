import MachineCode
import TensorKernels

extension ByteReduction {
  /// Nil if no code can be emitted, and for other problems.
  static func emitted(_ problem: Reduction.Problem) -> ByteReduction? {
    guard let counts = Reduction.counts(shape: problem.shape, isReduced: problem.isReduced) else { return nil }
    let operation = problem.byteSum == nil ? problem.operation : .sum, isSigned = problem.element == .int8
    guard
      let code = ByteColumns.shared(
        ByteColumns.Routine(operation: operation, isSigned: isSigned), name: "byte-columns")
    else { return nil }
    let columns = EmittedFunction<ByteColumns.Arguments>(code)
    var rows: Routines.Rows?
    if counts[2] == 1, let reduction = ByteRowReduction(operation, isSigned: isSigned, length: counts[1]) {
      rows = { reduction($0, $1, $2) }
    }
    return ByteReduction(
      problem,
      Routines(
        columns: { columns(ByteColumns.Arguments(input: $0, results: $1, step: $2, count: $3)) }, rows: rows))
  }
}
