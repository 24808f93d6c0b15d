import MachineCode

extension StridedCopy.Problem {
  /// The two dimensions of a transposition, and the others: rows of words that are adjacent in the source become
  /// columns of the target, and words that are adjacent in the target come from different rows.
  struct Transposition: Sendable {
    /// Rows of the source, and bytes from one to the next.
    let rows: Int, sourceStep: Int
    /// Words of a row, and bytes from one to the next in the target.
    let columns: Int, targetStep: Int
    /// The matrices: their number along each outer dimension, and the steps of each side in bytes.
    let matrices: [(extent: Int, source: Int, target: Int)]

    /// The number of matrices.
    var matrixCount: Int { matrices.reduce(1) { $0 * $1.extent } }
  }

  /// The copy as transpositions of matrices; nil if it moves something else.
  var transposition: Transposition? {
    guard row == .bytes, rowByteCount == 4, targetStep == 4, rowCount > 0,
      let inner = outer.lastIndex(where: { $0.source == 4 })
    else { return nil }
    var others = outer
    let columns = others.remove(at: inner)
    return Transposition(
      rows: rowsPerPlane, sourceStep: sourceStep, columns: columns.extent, targetStep: columns.target,
      matrices: others.map { ($0.extent, $0.source, $0.target) })
  }
}

/// Transpositions of matrices of words through ``StripCode``: eight rows at a time. A unit is eight rows of a matrix;
/// the last one has the remaining rows too.
final class MachineTransposedCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem
  private let transposition: StridedCopy.Problem.Transposition
  private let function: EmittedFunction<StripCode.Arguments>
  private let constants: AlignedBuffer
  private var unitsPerMatrix: Int { transposition.rows / 8 }

  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    guard MachineCodeSupport.obstacle == nil, let transposition = problem.transposition else { return false }
    return transposition.rows >= 8 && StripCode.routines != nil
  }

  /// Nil if no code can be emitted, and for copies that are not transpositions of at least eight rows.
  init?(_ problem: StridedCopy.Problem) {
    guard let transposition = problem.transposition, transposition.rows >= 8,
      let function = StripCode.function(.interleaved)
    else { return nil }
    self.problem = problem
    self.transposition = transposition
    self.function = function
    constants = AlignedBuffer(StripCode.Constants(lanes: 8, rowStep: transposition.sourceStep))
  }

  var memory: [any KernelMemory] { [constants] }
  var unitCount: Int { transposition.matrixCount * unitsPerMatrix }
  var callCount: Int { transposition.matrixCount * ((transposition.rows + 7) / 8) }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    forEachCall(in: units, from: source, to: target) { $0.run() }
  }

  func calls(
    units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> [EmittedCall]? {
    var calls: [EmittedCall] = []
    forEachCall(in: units, from: source, to: target) { calls.append($0) }
    return calls
  }

  private func forEachCall(
    in units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ body: (EmittedCall) -> Void
  ) {
    for unit in units {
      var (rest, strip) = unit.quotientAndRemainder(dividingBy: unitsPerMatrix)
      var offsets = (source: 0, target: 0)
      for matrix in transposition.matrices.reversed() {
        let index = rest % matrix.extent
        rest /= matrix.extent
        offsets.source += index * matrix.source
        offsets.target += index * matrix.target
      }
      func strips(from row: Int) {
        body(
          function.call(
            StripCode.Arguments(
              source: source + offsets.source + row * transposition.sourceStep,
              target: target + offsets.target + row * 4, constants: constants.pointer, count: transposition.columns,
              sourceStep: 0, targetStep: transposition.targetStep)))
      }
      strips(from: strip * 8)
      // The last strip overlaps the one before it rather than passing the end.
      strip += 1
      if strip == unitsPerMatrix, !transposition.rows.isMultiple(of: 8) { strips(from: transposition.rows - 8) }
    }
  }
}
