import MachineCode
import MudraPlatform
import TensorKernels

/// Transpositions of matrices of words or bytes through ``StripCode``: sixteen columns at a time, or strips of eight
/// words of a matrix that has fewer than sixteen rows or columns. A unit is a strip; the last one of a matrix has the
/// remaining rows, too.
final class MachineTransposedCopy: StridedCopyKernel {
  /// The columns of a call.
  private struct Columns {
    let first: Int, count: Int
  }

  let problem: StridedCopy.Problem
  private let transposition: StridedCopy.Problem.Transposition
  private let function: EmittedFunction<StripCode.Arguments>
  private let constants: AlignedBuffer
  private let elementByteCount: Int
  private let rowsPerUnit: Int
  /// The last columns overlap others rather than passing the end.
  private let columns: [Columns]
  private var unitsPerMatrix: Int { transposition.rows / rowsPerUnit }

  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && StripCode.routines != nil && form(problem) != nil
  }

  /// The matrices, and the size of their elements; nil for other copies, and if there are too few rows.
  private static func form(
    _ problem: StridedCopy.Problem
  ) -> (transposition: StridedCopy.Problem.Transposition, elementByteCount: Int)? {
    if let words = problem.transposition(ofElements: 4), words.rows >= 8, words.columns >= 8 {
      return (words, 4)
    }
    if let bytes = problem.transposition(ofElements: 1), bytes.rows >= 16, bytes.columns >= 16 { return (bytes, 1) }
    return nil
  }

  /// Nil if no code can be emitted, and for copies that are not such transpositions.
  init?(_ problem: StridedCopy.Problem) {
    guard let (transposition, elementByteCount) = Self.form(problem) else { return nil }
    let count = transposition.columns
    let isWide = transposition.rows >= 16 && count >= 16
    guard let function = StripCode.function(isWide ? .transposed(byteCount: elementByteCount) : .interleaved)
    else { return nil }
    (self.problem, self.transposition, self.elementByteCount) = (problem, transposition, elementByteCount)
    self.function = function
    rowsPerUnit = isWide ? 16 : 8
    columns =
      isWide
      ? stride(from: 0, to: count, by: 16).map { Columns(first: min($0, count - 16), count: 16) }
      : [Columns(first: 0, count: count)]
    constants = AlignedBuffer(StripCode.Constants(lanes: 8, rowStep: transposition.sourceStep))
  }

  var isEmitted: Bool { true }
  var memory: [any KernelMemory] { [constants] }
  var unitCount: Int { transposition.matrixCount * unitsPerMatrix }
  var heldByteCount: Int { columns.count * MemoryLayout<Columns>.stride }

  var callCount: Int {
    let calls = rowsPerUnit == 16 ? 1 : unitsPerMatrix
    return transposition.matrixCount * columns.count
      * (transposition.rows.isMultiple(of: rowsPerUnit) ? calls : calls + 1)
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    forEachCall(in: units, from: source, to: target) { $0.run() }
  }

  func calls(
    units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> [KernelCall]? {
    var calls: [KernelCall] = []
    forEachCall(in: units, from: source, to: target) { calls.append($0) }
    return calls
  }

  private func forEachCall(
    in units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ body: (KernelCall) -> Void
  ) {
    let (sourceStep, targetStep) = (transposition.sourceStep, transposition.targetStep)
    var unit = units.lowerBound
    while unit < units.upperBound {
      let (matrix, first) = unit.quotientAndRemainder(dividingBy: unitsPerMatrix)
      let end = min(rowsPerUnit == 16 ? unitsPerMatrix : first + 1, first + units.upperBound - unit)
      let offsets = transposition.offsets(ofMatrix: matrix)
      func strips(_ count: Int, from row: Int) {
        for columns in columns {
          body(
            function.call(
              StripCode.Arguments(
                source: source + offsets.source + row * sourceStep + columns.first * elementByteCount,
                target: target + offsets.target + row * elementByteCount + columns.first * targetStep,
                constants: constants.pointer, count: rowsPerUnit == 16 ? count : columns.count,
                sourceStep: sourceStep, targetStep: targetStep)))
        }
      }
      strips(end - first, from: first * rowsPerUnit)
      // The last strip overlaps the one before it rather than passing the end.
      if end == unitsPerMatrix, !transposition.rows.isMultiple(of: rowsPerUnit) {
        strips(1, from: transposition.rows - rowsPerUnit)
      }
      unit += end - first
    }
  }
}

/// Transpositions of matrices of bytes whose lines share a few places of the cache, because they are a multiple of 1024
/// bytes apart: a tile of whole lines goes through memory of its own, rather than being read and written a quarter of a
/// line at a time. A unit is a tile.
final class StagedTransposedCopy: StridedCopyKernel {
  /// The lines of a tile, and those of sixteen of its columns after they have been transposed.
  private struct Tile {
    private var bytes = (
      SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero,
      SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero, SIMD64<UInt64>.zero
    )
  }

  /// Rows and columns of a tile: the bytes of a line.
  private static let extent = 64

  let problem: StridedCopy.Problem
  private let transposition: StridedCopy.Problem.Transposition
  private let function: EmittedFunction<StripCode.Arguments>
  private let constants: AlignedBuffer
  private let columnTiles: Int, tilesPerMatrix: Int

  private static func form(_ problem: StridedCopy.Problem) -> StridedCopy.Problem.Transposition? {
    guard let bytes = problem.transposition(ofElements: 1), bytes.rows >= 32, bytes.columns >= 32,
      bytes.sourceStep.isMultiple(of: 1024) || bytes.targetStep.isMultiple(of: 1024)
    else { return nil }
    return bytes
  }

  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && StripCode.routines != nil && form(problem) != nil
  }

  /// Nil if no code can be emitted, and for copies that are not such transpositions.
  init?(_ problem: StridedCopy.Problem) {
    guard let transposition = Self.form(problem), let function = StripCode.function(.transposed(byteCount: 1))
    else { return nil }
    (self.problem, self.transposition, self.function) = (problem, transposition, function)
    constants = AlignedBuffer(StripCode.Constants(lanes: 8, rowStep: Self.extent))
    columnTiles = (transposition.columns - 1) / Self.extent + 1
    tilesPerMatrix = ((transposition.rows - 1) / Self.extent + 1) * columnTiles
  }

  var memory: [any KernelMemory] { [constants] }
  var unitCount: Int { transposition.matrixCount * tilesPerMatrix }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    nil
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let (extent, sourceStep, targetStep) = (Self.extent, transposition.sourceStep, transposition.targetStep)
    var tile = Tile()
    withUnsafeMutableBytes(of: &tile) { bytes in
      guard let lines = bytes.baseAddress else { return }
      let strips = lines + extent * extent
      for unit in units {
        let (matrix, place) = unit.quotientAndRemainder(dividingBy: tilesPerMatrix)
        let offsets = transposition.offsets(ofMatrix: matrix)
        let row = place / columnTiles * extent, column = place % columnTiles * extent
        let rows = min(transposition.rows - row, extent), columns = min(transposition.columns - column, extent)
        let from = source + (offsets.source + row * sourceStep + column)
        let to = target + (offsets.target + row + column * targetStep)
        copyLines(rows, columns, from, sourceStep, to: lines, extent)
        // Columns and rows beyond the matrix are transposed, too, but not copied.
        for first in stride(from: 0, to: columns, by: 16) {
          function.call(
            StripCode.Arguments(
              source: lines + first, target: strips, constants: constants.pointer, count: (rows + 15) / 16,
              sourceStep: extent, targetStep: extent)
          ).run()
          copyLines(min(columns - first, 16), rows, strips, extent, to: to + first * targetStep, targetStep)
        }
      }
    }
  }

  private func copyLines(
    _ count: Int, _ byteCount: Int, _ source: UnsafeRawPointer, _ sourceStep: Int,
    to target: UnsafeMutableRawPointer, _ targetStep: Int
  ) {
    for line in 0..<count {
      let (from, to) = (source + line * sourceStep, target + line * targetStep)
      if byteCount == Self.extent {
        to.storeBytes(of: from.loadUnaligned(as: SIMD64<UInt8>.self), as: SIMD64<UInt8>.self)
      } else {
        memcpy(to, from, byteCount)
      }
    }
  }
}
