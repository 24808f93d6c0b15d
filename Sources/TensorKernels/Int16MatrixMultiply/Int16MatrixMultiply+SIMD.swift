/// Four rows × eight channels at a time.
///
/// Rows are packed in scratch in groups of four with one scale: their pairs of terms are side by side, so that one
/// address finds them.
///
///     group:   | scale, … | row 0: k0 k1, row 1: k0 k1, row 2, row 3 | row 0: k2 k3, … | …, whole vectors
final class SIMDInt16MatrixMultiply: RowProductKernel {
  private let panels: Int16Panels
  private let problem: Int16MatrixMultiply.Problem
  private var product: MatrixMultiply.Problem { problem.product }
  private let rowsPerBlock: Int
  private let groupByteCount: Int

  @inline(__always) private static var headerByteCount: Int { 16 }
  @inline(__always) private static var pairByteCount: Int { 16 }

  init(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights) {
    panels = Int16Panels(problem, weights)
    self.problem = problem
    rowsPerBlock = panels.rowsPerBlock
    groupByteCount = Self.headerByteCount + (panels.layout.pairCount + 3) / 4 * 4 * Self.pairByteCount
  }

  var rowsPerUnit: Int { Int16Panels.rowsPerUnit }
  var rowsPerGroup: Int { problem.rowsPerGroup }
  var scratchCount: Int { rowsPerBlock / Int16Row.rowsPerGroup * groupByteCount / 4 }
  var memory: [any KernelMemory] { panels.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for first in stride(from: 0, to: rows, by: rowsPerBlock) {
      let count = min(rowsPerBlock, rows - first)
      let input = input + first * problem.inputStride
      let output = output + first * problem.outputStride
      let addend = addend.map { $0 + first * product.columns }
      var (group, largest) = (UnsafeMutableRawPointer(scratch), Int32(0))
      Int16Panels.forEachGroup(of: count) { rows in
        largest = max(largest, pack(rows.count, input + rows.lowerBound * problem.inputStride, to: group))
        group += groupByteCount
      }
      multiply(UnsafeRawPointer(scratch), count, addend, output)
      if !Int16Row.isConverted(largest: largest) {
        panels.runUnconverted(rows: count, input: input, addend: addend, output: output)
      }
    }
  }

  /// Packs a group of rows, converting floats if possible; returns their largest magnitude.
  private func pack(_ count: Int, _ input: UnsafePointer<Float>, to group: UnsafeMutableRawPointer) -> Int32 {
    let (depth, isOfIntegers, inputStride) = (product.depth, problem.input == .integers, problem.inputStride)
    let largest = isOfIntegers ? 0 : Int16Row.largestMagnitude(input, count: count * depth)
    let scales = Int16Row(largest: largest)
    group.storeBytes(of: isOfIntegers ? 1 : scales.scale, as: Float.self)
    var target = group + Self.headerByteCount
    for k in stride(from: 0, to: depth, by: 8) {
      /// Four pairs of a row; missing ones repeat the last.
      @inline(__always)
      func pairs(_ index: Int) -> SIMD4<Int32> {
        let row = input + min(index, count &- 1) &* inputStride
        guard !isOfIntegers else {
          return UnsafeRawPointer(row).loadUnaligned(fromByteOffset: k &* 2, as: SIMD4<Int32>.self)
        }
        return unsafeBitCast(scales.converted(row + k, count: depth &- k), to: SIMD4<Int32>.self)
      }
      let rows = (pairs(0), pairs(1), pairs(2), pairs(3))
      let upper = Self.interleaved(rows.0, rows.1), lower = Self.interleaved(rows.2, rows.3)
      func store(_ index: Int, _ pairs: SIMD4<Int32>) {
        target.storeBytes(of: pairs, toByteOffset: index &* Self.pairByteCount, as: SIMD4<Int32>.self)
      }
      store(0, SIMD4(lowHalf: upper.low.lowHalf, highHalf: lower.low.lowHalf))
      store(1, SIMD4(lowHalf: upper.low.highHalf, highHalf: lower.low.highHalf))
      store(2, SIMD4(lowHalf: upper.high.lowHalf, highHalf: lower.high.lowHalf))
      store(3, SIMD4(lowHalf: upper.high.highHalf, highHalf: lower.high.highHalf))
      target += 4 &* Self.pairByteCount
    }
    return largest
  }

  /// Pairs of two rows, side by side.
  @inline(__always)
  private static func interleaved(
    _ a: SIMD4<Int32>, _ b: SIMD4<Int32>
  ) -> (low: SIMD4<Int32>, high: SIMD4<Int32>) {
    (SIMD4(a[0], b[0], a[1], b[1]), SIMD4(a[2], b[2], a[3], b[3]))
  }

  private func multiply(
    _ groups: UnsafeRawPointer, _ count: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    let (pairCount, groupByteCount) = (panels.layout.pairCount, groupByteCount)
    let (height, columns, outputStride) = (Int16Tile.height, product.columns, problem.outputStride)
    panels.forEachVector { column, scales, weights, stride in
      let finish = panels.finish(column, scales)
      var (group, left, addend, output) = (groups, count, addend, output)
      while left > 0 {
        let tile = Int16Tile(
          group + Self.headerByteCount, rowByteCount: 4, pairByteCount: Self.pairByteCount, pairCount: pairCount,
          weights, stride)
        panels.store(tile, of: min(left, height), finish, scale: group.load(as: Float.self), addend, output)
        group += groupByteCount
        left &-= height
        addend = addend.map { $0 + height &* columns }
        output += height &* outputStride
      }
    }
  }
}
