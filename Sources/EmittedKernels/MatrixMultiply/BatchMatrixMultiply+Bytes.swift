import MachineCode
import MudraPlatform
import TensorKernels

/// Products of bytes through the code of a ``MachineByteMatrixMultiply``: each batch's right side is packed into panels
/// of words in scratch. A transposed left side, or one whose terms fill no pairs or vectors, is copied.
///
/// A unit is some rows of one batch. A range of units packs each batch's right side once.
final class MachineByteBatchMatrixMultiply: UnitKernel {
  private struct Panel: Sendable {
    let header: AlignedBuffer
    let headerByteCount: Int
    /// Bytes before the panel in scratch.
    let offset: Int
    let firstColumn: Int, columnCount: Int
    let alternatesVectors: Bool
  }

  private let problem: BatchMatrixMultiply.Problem
  private let bytes: BatchMatrixMultiply.Bytes
  private let product: ByteMatrixMultiply.Problem
  private let code: ByteMatrixCode
  private let panels: [Panel]
  private let headers: [AlignedBuffer]

  /// Scratch, in floats: panels, then a panel's columns of words, the left rows, and results with padded columns.
  private let wordsOffset: Int, rowsOffset: Int, resultsOffset: Int, termsOffset: Int
  let scratchCount: Int

  private static func elements(_ bytes: BatchMatrixMultiply.Bytes) -> ByteMatrixMultiply.Elements.Bytes {
    ByteMatrixMultiply.Elements.Bytes(input: bytes.left, output: bytes.output)
  }

  /// A batch's product, with its columns and terms padded to whole vectors and pairs.
  private static func product(
    _ problem: BatchMatrixMultiply.Problem, _ bytes: BatchMatrixMultiply.Bytes
  ) -> ByteMatrixMultiply.Problem {
    ByteMatrixMultiply.Problem(
      rows: problem.rows, columns: (problem.columns + 7) / 8 * 8, depth: max((problem.depth + 1) / 2 * 2, 16),
      outputStride: problem.columns, .bytes(elements(bytes)))
  }

  /// Limits scratch; the first condition prevents overflow.
  static func supports(_ problem: BatchMatrixMultiply.Problem, _ bytes: BatchMatrixMultiply.Bytes) -> Bool {
    guard max(problem.rows, problem.columns, problem.depth) < 1 << 14 else { return false }
    return problem.rowCount > 0 && MachineByteMatrixMultiply.supports(product(problem, bytes))
      && problem.columns * problem.depth <= 1 << 22
  }

  /// Nil if the system refuses the pages.
  init?(
    _ problem: BatchMatrixMultiply.Problem, _ bytes: BatchMatrixMultiply.Bytes, _ allocator: CodeAllocator
  ) {
    let product = Self.product(problem, bytes), elements = Self.elements(bytes)
    let weights = ByteMatrixMultiply.Weights(
      filter: ByteFilter([Int16]()), factors: [bytes.factor], bias: nil, columns: product.columns)
    let layout = ByteMatrixLayout(product, elements, right: bytes.right, weights)
    guard let code = ByteMatrixCode(layout, allocator) else { return nil }
    (self.problem, self.bytes, self.product, self.code) = (problem, bytes, product, code)
    var panels: [Panel] = [], headers: [AlignedBuffer] = []
    var byteCount = 0
    for group in layout.groups.reversed() {
      // Columns share the factor, so panels share constants.
      let header = AlignedBuffer(zeros: layout.weightsOffset(group) / 4)
      layout.packHeader(weights, [], group, from: group.firstColumn, to: header.pointer)
      headers.append(header)
      for index in (0..<group.panelCount).reversed() {
        panels.append(
          Panel(
            header: header, headerByteCount: layout.weightsOffset(group), offset: byteCount,
            firstColumn: group.firstColumn + index * group.columnCount, columnCount: group.columnCount,
            alternatesVectors: layout.alternatesVectors(group)))
        byteCount += layout.byteCount(group)
      }
    }
    (self.panels, self.headers) = (panels, headers)
    func end(_ offset: Int, bytes: Int) -> Int { offset + (bytes + 63) / 64 * 16 }
    wordsOffset = end(0, bytes: byteCount)
    let widest = layout.groups.map { $0.columnCount }.max() ?? 0
    rowsOffset = end(wordsOffset, bytes: problem.right.outerStep == 1 ? 0 : widest * product.depth * 2)
    resultsOffset = end(rowsOffset, bytes: product.rowsPerUnit * product.depth)
    termsOffset = end(resultsOffset, bytes: product.rowsPerUnit * problem.columns + 8)
    scratchCount = end(termsOffset, bytes: product.rowsPerUnit * product.depth * 2)
  }

  private var readsRows: Bool { problem.left.depthStep == 1 && problem.depth == product.depth }
  var unitCount: Int { problem.rowCount / max(problem.rows, 1) * problem.unitsPerBatch(product.rowsPerUnit) }
  var memory: [any KernelMemory] { code.memory + headers }
  var heldByteCount: Int { panels.count * MemoryLayout<Panel>.stride }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    guard !units.isEmpty else { return }
    let scratch = UnsafeMutableRawPointer(operands.scratch)
    for panel in panels { memcpy(scratch + panel.offset, panel.header.pointer, panel.headerByteCount) }
    var packed: Int?
    problem.forEachBatch(of: units, rowsPerUnit: product.rowsPerUnit) { batch, rows in
      let offsets = problem.offsets(of: batch)
      if packed != offsets.right {
        pack(right: operands.inputBytes(1) + offsets.right, operands.scratch)
        packed = offsets.right
      }
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: product.rowsPerUnit) {
        multiply(
          first..<min(first + product.rowsPerUnit, rows.upperBound), of: operands.inputBytes(0) + offsets.left,
          to: operands.outputBytes() + batch * problem.rows * problem.columns, operands.scratch)
      }
    }
  }

  private func pack(right side: UnsafeRawPointer, _ scratch: UnsafeMutablePointer<Float>) {
    let steps = problem.right, depth = problem.depth, pairCount = product.depth / 2
    let words = UnsafeMutableRawPointer(scratch + wordsOffset).assumingMemoryBound(to: Int16.self)
    for panel in panels {
      let lanes = UnsafeMutableRawPointer(scratch) + panel.offset + panel.headerByteCount
      let count = min(panel.columnCount, problem.columns - panel.firstColumn)
      let columns = side + panel.firstColumn * steps.outerStep
      if steps.outerStep == 1 {
        let lanes = lanes.assumingMemoryBound(to: UInt32.self)
        for pair in 0..<pairCount {
          let row = columns + 2 * pair * steps.depthStep
          bytes.right.interleaveWords(
            row, 2 * pair + 1 < depth ? row + steps.depthStep : nil, count: 2 * pair < depth ? count : 0,
            to: lanes + pair * panel.columnCount, panel.columnCount)
        }
      } else {
        for column in 0..<panel.columnCount {
          let target = words + column * product.depth
          let length = column < count ? depth : 0
          bytes.right.widen(columns + column * steps.outerStep, length, to: target)
          for k in length..<product.depth { target[k] = 0 }
        }
        Int16Layout.interleave(
          words, termByteCount: 2, depth: product.depth, columns: 0..<panel.columnCount, stride: panel.columnCount,
          to: lanes)
      }
      if panel.alternatesVectors { ByteMatrixLayout.alternateVectors(lanes, rows: pairCount) }
    }
  }

  private func multiply(
    _ rows: Range<Int>, of side: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    var input = side + rows.lowerBound * problem.left.outerStep
    if !readsRows {
      let copies = UnsafeMutableRawPointer(scratch + rowsOffset)
      copy(input, rows: rows.count, to: copies.assumingMemoryBound(to: UInt8.self))
      input = UnsafeRawPointer(copies)
    }
    let target = output + rows.lowerBound * problem.columns, isWhole = problem.columns == product.columns
    let results = UnsafeMutableRawPointer(scratch + resultsOffset)
    code.call(
      ByteProductRows(count: rows.count, input: input, scales: nil, output: isWhole ? target : results),
      scratch: scratch + termsOffset, panels: scratch
    ).run()
    if !isWhole { memcpy(target, results, rows.count * problem.columns) }
  }

  /// Rows with padded terms, whose weights are zero.
  private func copy(_ side: UnsafeRawPointer, rows: Int, to copies: UnsafeMutablePointer<UInt8>) {
    let side = side.assumingMemoryBound(to: UInt8.self), steps = problem.left
    for row in 0..<rows {
      let target = copies + row * product.depth
      if steps.depthStep == 1 {
        memcpy(target, side + row * steps.outerStep, problem.depth)
      } else {
        for k in 0..<problem.depth { target[k] = side[k * steps.depthStep + row * steps.outerStep] }
      }
      for k in problem.depth..<product.depth { target[k] = 0 }
    }
  }
}
