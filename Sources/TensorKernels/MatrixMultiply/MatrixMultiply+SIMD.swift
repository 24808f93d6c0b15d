/// Tiles of rows × eight columns (``MatrixTile``).
///
/// On arm64, eight rows: sixteen sums, eight weights and inputs in 32 registers, and four terms at a time, with `fmla`
/// by lane. By llvm-mca, every slot of a Neoverse N1, V1 or Apple M1 is a multiply-add, where six rows with broadcast
/// inputs reached 57 to 70 %. On x86-64, six rows: twelve sums, two weights, one input and one product fill SSE2's
/// sixteen registers. In a browser, four rows are twice as fast as six, and tiles of two are omitted as rarely used.
///
/// Sums begin with the bias and add `k` in ascending order at any tile height, as in emitted code and XNNPACK: where a
/// multiply-add rounds once (arm64), results equal theirs to the bit.
final class SIMDMatrixMultiply: RowProductKernel {
  #if arch(arm64)
    private typealias TallTile = EightRows
    private typealias LowTile = FourRows
  #elseif arch(wasm32)
    private typealias TallTile = FourRows
    private typealias LowTile = OneRow
  #else
    private typealias TallTile = SixRows
    private typealias LowTile = TwoRows
  #endif

  private let problem: MatrixMultiply.Problem
  private let panels: PackedPanels
  private let epilogue: Epilogue
  let rowsPerUnit: Int
  var takesAnyRows: Bool { false }

  init(_ problem: MatrixMultiply.Problem, _ weights: LayerWeights) {
    self.problem = problem
    panels = PackedPanels(filter: weights.filter, columns: problem.columns, depth: problem.depth)
    epilogue = weights.epilogue
    // A unit's rows fit in the L1 cache for all panels; larger units read a large filter less often.
    let filterByteCount = problem.columns * problem.depth * 4
    let budget = filterByteCount > 256 << 10 ? 96 << 10 : 24 << 10
    let height = TallTile.height
    rowsPerUnit = min(max(budget / (max(problem.depth, 1) * 4) / height, 1), 32) * height
  }

  var memory: [any KernelMemory] { [panels.buffer] + epilogue.memory }

  func run(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for panel in 0..<panels.panelCount {
      var row = 0
      while row + TallTile.height <= rows {
        tile(TallTile.self, row, panel, input, addend, output)
        row += TallTile.height
      }
      while row + LowTile.height <= rows {
        tile(LowTile.self, row, panel, input, addend, output)
        row += LowTile.height
      }
      while row < rows {
        tile(OneRow.self, row, panel, input, addend, output)
        row += 1
      }
    }
  }

  @inline(__always)
  private func tile<Tile: MatrixTile>(
    _: Tile.Type, _ row: Int, _ panel: Int, _ input: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let stride = problem.inputStride
    let column = panel &* PackedPanels.width
    var tile = Tile(Vector8(loading: epilogue.bias.pointer + column))
    var weights = UnsafePointer(panels.buffer.pointer + panel &* panels.panelStride)
    var segment = input + row &* stride
    for _ in 0..<problem.segmentCount {
      var terms = segment
      var count = problem.segmentLength
      #if arch(arm64)
        while count >= 4 {
          let four = Tile.terms(terms, stride)
          for k in 0..<4 { tile.add(four, k, times: Vector8(loading: weights + k &* PackedPanels.width)) }
          weights += 4 &* PackedPanels.width
          terms += 4
          count &-= 4
        }
      #endif
      while count > 0 {
        tile.add(terms, stride, times: Vector8(loading: weights))
        weights += PackedPanels.width
        terms += 1
        count &-= 1
      }
      segment += problem.segmentStride
    }
    tile.forEachRow(from: row) { row, sums in
      let place = row &* problem.outputStride &+ column
      store(sums, column, addend.map { $0 + place }, output + place)
    }
  }

  /// Finishes and stores up to eight columns; missing ones are neither read from the addend nor written.
  @inline(__always)
  private func store(
    _ sums: Vector8, _ column: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    if column &+ 8 <= problem.columns {
      epilogue.finish(biased: sums, channel: column, addend: addend).store(to: output)
    } else {
      for lane in 0..<(problem.columns &- column) {
        output[lane] = epilogue.finish(
          biased: lane < 4 ? sums.low[lane] : sums.high[lane &- 4], channel: column &+ lane, addend: addend?[lane])
      }
    }
  }
}
