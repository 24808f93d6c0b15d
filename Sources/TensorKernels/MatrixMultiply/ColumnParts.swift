import MachineCode

/// A product of few rows, split by columns so that threads can share it: each unit is a kernel for some columns.
///
///     rows │ · · · · │  ×  │ part 0 │ part 1 │ part 2 │ part 3 │     ═▶  each part's columns of the output
///
/// Sums equal those of the undivided product to the bit.
package final class ColumnParts: UnitKernel {
  private let kernels: [any UnitKernel]
  /// Byte offsets in the output of each kernel's columns.
  private let outputOffsets: [Int]

  package init(_ kernels: [any UnitKernel], columns: [Range<Int>], output: NumberType) {
    self.kernels = kernels
    outputOffsets = columns.map { $0.lowerBound * output.byteCount }
  }

  /// The columns of each part; a single part if there are more rows than in a unit, or if parts would be small.
  ///
  /// At most eight parts (two for each of four threads), and a power of two, which two threads share evenly. Parts are
  /// whole panels, wide enough to amortize the conversion of rows, which each part repeats.
  ///
  /// - Parameter grain: minimum multiply-adds of a part.
  package static func columns(
    rows: Int, rowsPerUnit: Int, columns: Int, depth: Int, grain: Int
  ) -> [Range<Int>] {
    let most = min(8, columns / 128, saturatingProduct(rows, columns, depth) / max(grain, 1))
    guard rows <= rowsPerUnit, most > 1 else { return [0..<columns] }
    let count = 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount)
    let width = (columns - 1) / (32 * count) * 32 + 32
    return stride(from: 0, to: columns, by: width).map { $0..<min($0 + width, columns) }
  }

  package var unitCount: Int { kernels.count }
  package var memory: [any KernelMemory] { kernels.flatMap(\.memory) }
  package var heldByteCount: Int { kernels.reduce(0) { $0 + $1.heldByteCount } }
  package var isEmitted: Bool { kernels.allSatisfy { $0.isEmitted } }
  package var scratchCount: Int { kernels.reduce(0) { max($0, $1.scratchCount) } }

  package func run(units: Range<Int>, _ operands: KernelOperands) {
    for unit in units {
      let kernel = kernels[unit]
      kernel.run(units: 0..<kernel.unitCount, operands.movingOutputs(by: outputOffsets[unit]))
    }
  }

  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    var calls: [KernelCall] = []
    for unit in units {
      let kernel = kernels[unit]
      let moved = operands.movingOutputs(by: outputOffsets[unit])
      guard let more = kernel.calls(units: 0..<kernel.unitCount, moved) else { return nil }
      calls += more
    }
    return calls
  }
}
