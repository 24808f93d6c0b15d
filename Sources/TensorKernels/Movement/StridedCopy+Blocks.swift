import MachineCode

/// Transpositions of matrices in blocks, so that lines of the cache are used up while they are held. A unit is a block.
final class BlockedCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem
  private let transposition: StridedCopy.Problem.Transposition
  /// The most rows and columns of a block.
  private let extent: Int
  private let columnBlocks: Int, blocksPerMatrix: Int

  private static func form(_ problem: StridedCopy.Problem) -> StridedCopy.Problem.Transposition? {
    guard [1, 2, 4].contains(problem.rowByteCount) else { return nil }
    return problem.transposition(ofElements: problem.rowByteCount)
  }

  static func supports(_ problem: StridedCopy.Problem) -> Bool { form(problem) != nil }

  /// Nil for copies that are not transpositions.
  init?(_ problem: StridedCopy.Problem) {
    guard let transposition = Self.form(problem) else { return nil }
    (self.problem, self.transposition) = (problem, transposition)
    // Lines that are a multiple of 1024 bytes apart share a few places of the cache.
    let areAlike = transposition.sourceStep.isMultiple(of: 1024) && transposition.targetStep.isMultiple(of: 1024)
    extent = areAlike ? 16 : min(transposition.rows, transposition.columns) < 16 ? 1024 : 64
    columnBlocks = (transposition.columns - 1) / extent + 1
    blocksPerMatrix = ((transposition.rows - 1) / extent + 1) * columnBlocks
  }

  var memory: [any KernelMemory] { [] }
  var unitCount: Int { transposition.matrixCount * blocksPerMatrix }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    nil
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let (size, sourceStep, targetStep) = (problem.rowByteCount, transposition.sourceStep, transposition.targetStep)
    // The side with the larger step has the lines.
    let isWide = targetStep < sourceStep
    let inner = isWide ? (source: size, target: targetStep) : (source: sourceStep, target: size)
    for block in units {
      let (matrix, place) = block.quotientAndRemainder(dividingBy: blocksPerMatrix)
      let offsets = transposition.offsets(ofMatrix: matrix)
      let row = place / columnBlocks * extent, column = place % columnBlocks * extent
      let rows = min(transposition.rows - row, extent), columns = min(transposition.columns - column, extent)
      var from = source + offsets.source + row * sourceStep + column * size
      var to = target + offsets.target + row * size + column * targetStep
      for _ in 0..<(isWide ? rows : columns) {
        let count = isWide ? columns : rows
        switch size {
        case 1: ShortRowCopy.move(UInt8.self, count, from, inner.source, to, inner.target)
        case 2: ShortRowCopy.move(UInt16.self, count, from, inner.source, to, inner.target)
        default: ShortRowCopy.move(UInt32.self, count, from, inner.source, to, inner.target)
        }
        from += isWide ? sourceStep : size
        to += isWide ? size : targetStep
      }
    }
  }
}
