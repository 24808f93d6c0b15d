/// Tiles of 6 rows × 8 columns: twelve sums, two weights, one input and one product fill SSE2's sixteen registers.
///
/// Every sum runs over `k` in ascending order in a tile of any height, so that results do not depend on how rows are
/// divided.
struct SIMDMatrixMultiply: MatrixMultiplyKernel {
  let problem: MatrixMultiply.Problem
  let panels: PackedPanels
  let epilogue: Epilogue
  let rowsPerUnit: Int

  init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
    self.problem = problem
    panels = PackedPanels(filter: weights.filter, columns: problem.columns, depth: problem.depth)
    epilogue = weights.epilogue
    // A unit's rows stay in the first-level cache for all panels; a large filter is read less often.
    let filterByteCount = problem.columns * problem.depth * 4
    let budget = filterByteCount > 256 << 10 ? 96 << 10 : 24 << 10
    rowsPerUnit = min(max(budget / (max(problem.depth, 1) * 4) / 6, 1), 32) * 6
  }

  var memory: [any KernelMemory] { [panels.buffer] + epilogue.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    let inputStride = problem.inputStride
    let outputStride = problem.outputStride
    for panel in 0..<panels.panelCount {
      let column = panel * PackedPanels.width
      let weights = UnsafePointer(panels.buffer.pointer + panel * panels.panelStride)
      var row = 0
      while row + 6 <= rows {
        let place = row * outputStride + column
        tile6(
          input + row * inputStride, inputStride, weights, addend.map { $0 + place }, output + place, outputStride,
          column)
        row += 6
      }
      while row < rows {
        let place = row * outputStride + column
        tile1(input + row * inputStride, weights, addend.map { $0 + place }, output + place, column)
        row += 1
      }
    }
  }

  /// Six rows of one panel.
  @inline(__always)
  private func tile6(
    _ input: UnsafePointer<Float>, _ inputStride: Int, _ weights: UnsafePointer<Float>,
    _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>, _ outputStride: Int, _ column: Int
  ) {
    let row1 = input + inputStride
    let row2 = row1 + inputStride
    let row3 = row2 + inputStride
    let row4 = row3 + inputStride
    let row5 = row4 + inputStride
    var sum00 = Vector4.zero
    var sum01 = Vector4.zero
    var sum10 = Vector4.zero
    var sum11 = Vector4.zero
    var sum20 = Vector4.zero
    var sum21 = Vector4.zero
    var sum30 = Vector4.zero
    var sum31 = Vector4.zero
    var sum40 = Vector4.zero
    var sum41 = Vector4.zero
    var sum50 = Vector4.zero
    var sum51 = Vector4.zero
    var panel = weights
    for k in 0..<problem.depth {
      let w0 = Vector4(loading: panel)
      let w1 = Vector4(loading: panel + 4)
      panel += 8
      let a0 = Vector4(repeating: input[k])
      sum00 = sum00.adding(a0, times: w0)
      sum01 = sum01.adding(a0, times: w1)
      let a1 = Vector4(repeating: row1[k])
      sum10 = sum10.adding(a1, times: w0)
      sum11 = sum11.adding(a1, times: w1)
      let a2 = Vector4(repeating: row2[k])
      sum20 = sum20.adding(a2, times: w0)
      sum21 = sum21.adding(a2, times: w1)
      let a3 = Vector4(repeating: row3[k])
      sum30 = sum30.adding(a3, times: w0)
      sum31 = sum31.adding(a3, times: w1)
      let a4 = Vector4(repeating: row4[k])
      sum40 = sum40.adding(a4, times: w0)
      sum41 = sum41.adding(a4, times: w1)
      let a5 = Vector4(repeating: row5[k])
      sum50 = sum50.adding(a5, times: w0)
      sum51 = sum51.adding(a5, times: w1)
    }
    store(sum00, sum01, addend, output, column)
    store(sum10, sum11, addend.map { $0 + outputStride }, output + outputStride, column)
    store(sum20, sum21, addend.map { $0 + 2 * outputStride }, output + 2 * outputStride, column)
    store(sum30, sum31, addend.map { $0 + 3 * outputStride }, output + 3 * outputStride, column)
    store(sum40, sum41, addend.map { $0 + 4 * outputStride }, output + 4 * outputStride, column)
    store(sum50, sum51, addend.map { $0 + 5 * outputStride }, output + 5 * outputStride, column)
  }

  /// One row of one panel.
  @inline(__always)
  private func tile1(
    _ input: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, _ column: Int
  ) {
    var sum0 = Vector4.zero
    var sum1 = Vector4.zero
    var panel = weights
    for k in 0..<problem.depth {
      let a = Vector4(repeating: input[k])
      sum0 = sum0.adding(a, times: Vector4(loading: panel))
      sum1 = sum1.adding(a, times: Vector4(loading: panel + 4))
      panel += 8
    }
    store(sum0, sum1, addend, output, column)
  }

  /// Finishes and stores up to eight columns; columns past the last one are neither read from the addend nor written.
  @inline(__always)
  private func store(
    _ low: Vector4, _ high: Vector4, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>,
    _ column: Int
  ) {
    if column + 8 <= problem.columns {
      epilogue.finish(low, channel: column, addend: addend).store(to: output)
      epilogue.finish(high, channel: column + 4, addend: addend.map { $0 + 4 }).store(to: output + 4)
    } else {
      for lane in 0..<(problem.columns - column) {
        output[lane] = epilogue.finish(
          lane < 4 ? low[lane] : high[lane - 4], channel: column + lane, addend: addend?[lane])
      }
    }
  }
}
