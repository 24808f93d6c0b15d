import MachineCode

/// A packed 16-bit filter, and the float32 sums of rows that cannot be converted.
package final class Int16Panels: KernelMemoryOwner, Sendable {
  package let layout: Int16Layout
  package let buffer: AlignedBuffer
  private var product: MatrixMultiply.Problem { layout.product }
  private let epilogue: Epilogue
  private let smallestScale: Float
  /// The band whose pixels are the rows; nil if rows are those of a matrix.
  let band: Int16Band?

  package init(_ problem: Int16MatrixMultiply.Problem, _ weights: Int16MatrixMultiply.Weights, band: Int16Band? = nil) {
    self.band = band
    epilogue = weights.epilogue
    layout = Int16Layout(problem, epilogue)
    buffer = layout.pack(weights.filter)
    smallestScale = Int16Finish.smallestScale(weights.filter.scales, bias: epilogue.bias)
  }

  package var memory: [any KernelMemory] { [buffer] + epilogue.memory }

  /// Rows to convert and multiply by all panels at a time: few enough for the L1 cache while the filter is in L2, but
  /// many if the filter is large.
  package var rowsPerBlock: Int {
    let budget = buffer.byteCount > 192 << 10 ? 192 << 10 : 16 << 10
    let rows = budget / layout.rowByteCount / Self.rowsPerUnit * Self.rowsPerUnit
    return max(min(rows, (product.rows + Self.rowsPerUnit - 1) / Self.rowsPerUnit * Self.rowsPerUnit), Self.rowsPerUnit)
  }

  /// A multiple of all tile heights.
  package static let rowsPerUnit = 12

  /// Calls `body` with the first column, scales and weights of each eight channels; pairs of terms are `stride` bytes
  /// apart.
  @inline(__always)
  func forEachVector(
    _ body: (_ column: Int, _ scales: Vector8, _ weights: UnsafeRawPointer, _ stride: Int) -> Void
  ) {
    var panel = UnsafeRawPointer(buffer.pointer)
    for group in layout.groups {
      for index in 0..<group.panelCount {
        for column in stride(from: 0, to: group.columnCount, by: 8) {
          let scales = panel + layout.scalesOffset(group) + column * 4
          body(
            group.firstColumn + index * group.columnCount + column,
            Vector8(loading: scales.assumingMemoryBound(to: Float.self)),
            panel + layout.weightsOffset(group) + column * 4, group.columnCount * 4)
        }
        panel += layout.byteCount(group)
      }
    }
  }

  /// What follows the sums of eight channels.
  @inline(__always)
  func finish(_ column: Int, _ scales: Vector8) -> Int16Finish {
    Int16Finish(layout.problem, epilogue, column: column, scales: scales, smallestScale: smallestScale)
  }

  /// Applies scale, bias (rounded once) and epilogue to the sums of `count` rows, and stores the channels that exist.
  ///
  /// - Parameter addend: of the first row, as is `output`.
  #if SIMD128 && !RELAXED_SIMD
    // Rounding once is long there.
    @inline(never)
  #else
    @inline(__always)
  #endif
  func store(
    _ tile: Int16Tile, of count: Int, _ finish: Int16Finish, scale: Float, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>
  ) {
    if finish.isWhole {
      finish.store(tile, of: count, scale: scale, addend, output)
    } else {
      storePart(tile, of: count, finish, scale: scale, addend, output)
    }
  }

  /// The same for fewer than eight channels.
  @inline(never)
  private func storePart(
    _ tile: Int16Tile, of count: Int, _ finish: Int16Finish, scale: Float, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>
  ) {
    for row in 0..<count {
      storePart(
        finish.biased(tile.floats(row), scale: scale), finish.column, addend.map { $0 + row * product.columns },
        output + row * layout.problem.outputStride)
    }
  }

  /// Applies bias and epilogue to scaled sums of eight channels, and stores the channels that exist.
  @inline(__always)
  func store(
    _ sums: Vector8, _ column: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    let bias = Vector8(loading: epilogue.bias.pointer + column)
    let biased = Vector8(low: sums.low + bias.low, high: sums.high + bias.high)
    if layout.problem.output == .integers {
      store(integers: biased, column, output)
    } else {
      store(biased: biased, column, addend, output)
    }
  }

  @inline(__always)
  private func store(integers biased: Vector8, _ column: Int, _ output: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(output).storeBytes(
      of: BoundedInt16.wide.integers(biased), toByteOffset: column * 2, as: SIMD8<Int16>.self)
  }

  @inline(__always)
  private func store(
    biased: Vector8, _ column: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    if column &+ 8 <= product.columns {
      epilogue.finish(biased: biased, channel: column, addend: addend.map { $0 + column }).store(to: output + column)
    } else {
      storePart(biased, column, addend, output)
    }
  }

  /// The same for fewer than eight channels, with the bias added.
  @inline(never)
  private func storePart(
    _ biased: Vector8, _ column: Int, _ addend: UnsafePointer<Float>?, _ output: UnsafeMutablePointer<Float>
  ) {
    for channel in column..<product.columns {
      let lane = channel - column
      output[channel] = epilogue.finish(
        biased: lane < 4 ? biased.low[lane] : biased.high[lane - 4], channel: channel, addend: addend?[channel])
    }
  }

  /// Calls `body` with each group of some rows.
  @inline(__always)
  static func forEachGroup(of rows: Int, _ body: (Range<Int>) -> Void) {
    for first in stride(from: 0, to: rows, by: Int16Row.rowsPerGroup) {
      body(first..<min(first + Int16Row.rowsPerGroup, rows))
    }
  }

  // MARK: Groups that cannot be converted

  /// Computes the groups that cannot be converted, in float32.
  func runUnconverted(
    rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    Self.forEachGroup(of: rows) { group in
      let first = input + group.lowerBound * product.depth
      let largest = Int16Row.largestMagnitude(first, count: group.count * product.depth)
      guard !Int16Row.isConverted(largest: largest) else { return }
      for m in group {
        runUnconverted(
          row: input + m * product.depth, addend: addend.map { $0 + m * product.columns },
          output: output + m * layout.problem.outputStride)
      }
    }
  }

  /// Computes one row in float32.
  @inline(never)
  func runUnconverted(
    row: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>
  ) {
    forEachVector { column, scales, weights, stride in
      let sums = unconvertedSums(row, weights, stride)
      store(Vector8(low: sums.low * scales.low, high: sums.high * scales.high), column, addend, output)
    }
  }

  private func unconvertedSums(_ row: UnsafePointer<Float>, _ weights: UnsafeRawPointer, _ stride: Int) -> Vector8 {
    var (low, high) = (Vector4.zero, Vector4.zero)
    for k in 0..<product.depth {
      let pair = (weights + k / 2 * stride).loadUnaligned(as: SIMD16<Int16>.self)
      let values = SIMD8<Float>(k % 2 == 0 ? pair.evenHalf : pair.oddHalf)
      low += row[k] * values.lowHalf
      high += row[k] * values.highHalf
    }
    return Vector8(low: low, high: high)
  }

  /// Rows, or an output row over the band, that were converted and multiplied if the status of their conversion allowed
  /// it.
  package struct ConvertedRows {
    /// Rows; over a band, the index of an output row.
    let count: Int
    let input: UnsafePointer<Float>, status: UnsafePointer<Float>
    let addend: UnsafePointer<Float>?
    let output: UnsafeMutablePointer<Float>

    package init(
      _ count: Int, input: UnsafePointer<Float>, status: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
      output: UnsafeMutablePointer<Float>
    ) {
      (self.count, self.input, self.status, self.addend, self.output) = (count, input, status, addend, output)
    }
  }

  /// Computes float32 sums unless the status says that none are needed.
  package func finish(_ rows: ConvertedRows) {
    let largest = UnsafeRawPointer(rows.status).loadUnaligned(as: SIMD8<Int32>.self).max()
    guard !Int16Row.isConverted(largest: largest) else { return }
    if band == nil {
      runUnconverted(rows: rows.count, input: rows.input, addend: rows.addend, output: rows.output)
    } else {
      runUnconverted(rows.count, rows.input, rows.output)
    }
  }

  /// ``finish(_:)`` as a call, which is allocated.
  package func call(finishing rows: ConvertedRows) -> KernelCall {
    KernelCall(fallback: { [self] in finish(rows) })
  }
}
