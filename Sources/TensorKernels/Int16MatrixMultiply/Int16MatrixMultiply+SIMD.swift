import MachineCode

/// Rows × eight channels in compiled code, four rows at a time.
final class SIMDInt16MatrixMultiply: RowProductKernel {
  private let panels: Int16Panels
  private let problem: Int16MatrixMultiply.Problem
  private var product: MatrixMultiply.Problem { problem.product }
  private let rowsPerBlock: Int

  init(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights) {
    panels = Int16Panels(problem, weights)
    self.problem = problem
    rowsPerBlock = panels.rowsPerBlock
  }

  var rowsPerUnit: Int { Int16Panels.rowsPerUnit }
  var rowsPerGroup: Int { problem.rowsPerGroup }
  var takesAnyRows: Bool { true }
  var scratchCount: Int { problem.scratchCount(rows: rowsPerBlock) }
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
      guard problem.input == .floats else {
        multiply(UnsafeRawPointer(input), count, addend, output)
        continue
      }
      let converted = UnsafeMutableRawPointer(scratch) + Int16Row.statusByteCount
      var largest: Int32 = 0
      Int16Panels.forEachGroup(of: count) { group in
        largest = max(
          largest,
          convert(
            group.count, input + group.lowerBound * product.depth,
            to: converted + group.lowerBound * Int16Row.byteCount(depth: product.depth)))
      }
      multiply(UnsafeRawPointer(converted), count, addend, output)
      if !Int16Row.isConverted(largest: largest) {
        panels.runUnconverted(rows: count, input: input, addend: addend, output: output)
      }
    }
  }

  func calls(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? { nil }

  /// Converts a group of rows, if it can be; returns its largest magnitude.
  private func convert(_ rows: Int, _ input: UnsafePointer<Float>, to target: UnsafeMutableRawPointer) -> Int32 {
    let depth = product.depth
    let largest = Int16Row.largestMagnitude(input, count: rows * depth)
    let scales = Int16Row(largest: largest)
    for m in 0..<rows {
      let row = input + m * depth
      let target = target + m * Int16Row.byteCount(depth: depth)
      target.storeBytes(of: SIMD8<Float>(repeating: scales.scale), as: SIMD8<Float>.self)
      let values = (target + Int16Row.scaleByteCount).assumingMemoryBound(to: Int16.self)
      for k in 0..<depth { values[k] = Int16(truncatingIfNeeded: Int16Row.rounded(row[k] * scales.inverse)) }
      for k in depth..<Int16Row.paddedDepth(depth) { values[k] = 0 }
    }
    return largest
  }

  private func multiply(
    _ rows: UnsafeRawPointer, _ count: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    let rowByteCount = panels.layout.rowByteCount
    panels.forEachVector { column, scales, weights, stride in
      @inline(__always)
      func store(_ sums: SIMD8<Int32>, _ row: Int) {
        let scale = problem.input == .integers ? 1 : (rows + row * rowByteCount).load(as: Float.self)
        panels.store(
          SIMD8<Float>(sums), scale: Vector8(low: scales.low * scale, high: scales.high * scale), column,
          addend.map { $0 + row * product.columns }, output + row * problem.outputStride)
      }
      var row = 0
      while row + 4 <= count {
        let sums = fourSums(rows + row * rowByteCount, rowByteCount, weights, stride)
        store(sums.0, row)
        store(sums.1, row + 1)
        store(sums.2, row + 2)
        store(sums.3, row + 3)
        row += 4
      }
      while row < count {
        store(sums(rows + row * rowByteCount, weights, stride), row)
        row += 1
      }
    }
  }

  /// Bytes from a row's start to its values.
  private var valuesOffset: Int { problem.input == .integers ? 0 : Int16Row.scaleByteCount }

  /// Weights of two terms and eight channels.
  private struct Pair {
    let even: SIMD8<Int32>, odd: SIMD8<Int32>

    @inline(__always)
    init(_ weights: UnsafeRawPointer) {
      let both = weights.loadUnaligned(as: SIMD16<Int16>.self)
      even = SIMD8<Int32>(truncatingIfNeeded: both.evenHalf)
      odd = SIMD8<Int32>(truncatingIfNeeded: both.oddHalf)
    }

    /// The products with two neighboring values of a row.
    @inline(__always)
    func times(_ values: UnsafeRawPointer) -> SIMD8<Int32> {
      even &* Int32(values.load(as: Int16.self)) &+ odd &* Int32(values.load(fromByteOffset: 2, as: Int16.self))
    }
  }

  private func sums(_ row: UnsafeRawPointer, _ weights: UnsafeRawPointer, _ stride: Int) -> SIMD8<Int32> {
    var sums = SIMD8<Int32>()
    for pair in 0..<panels.layout.pairCount {
      sums &+= Pair(weights + pair &* stride).times(row + valuesOffset + pair &* 4)
    }
    return sums
  }

  private func fourSums(
    _ rows: UnsafeRawPointer, _ rowByteCount: Int, _ weights: UnsafeRawPointer, _ stride: Int
  ) -> (SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>, SIMD8<Int32>) {
    var sums = (SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>())
    for pair in 0..<panels.layout.pairCount {
      let terms = Pair(weights + pair &* stride)
      let values = rows + valuesOffset + pair &* 4
      sums.0 &+= terms.times(values)
      sums.1 &+= terms.times(values + rowByteCount)
      sums.2 &+= terms.times(values + 2 &* rowByteCount)
      sums.3 &+= terms.times(values + 3 &* rowByteCount)
    }
    return sums
  }
}
