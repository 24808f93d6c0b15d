import MachineCode
import TensorKernels

/// Emitted bilinear resampling: a call computes one output row, eight channels at a time.
///
/// A table has the positions and weights of each column's neighbors; one routine serves all operators.
package final class MachineResizeBilinear: EmittedKernel, EmittedCode {
  private static let code = memory(name: "bilinear-resize")

  struct Arguments {
    let upperRow: UnsafePointer<Float>
    let lowerRow: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>
    let table: UnsafePointer<Float>
    /// The weight of the lower row.
    let fraction: UnsafePointer<Float>
  }

  /// The start of the table; a ``Column`` for each output column follows.
  struct Header {
    let masks = TailMasks()
    let columnCount: Int, channelCount: Int
    /// The first columns, for which whole vectors stay inside the rows, and the others: what a whole vector writes
    /// after its pixel is overwritten by the next ones. A masked store takes longer than all else that a pixel needs.
    let innerColumnCount: Int, outerColumnCount: Int
  }

  /// The neighbors of an output column.
  struct Column {
    /// Byte offsets in a row.
    let left: Int, right: Int
    /// The weight of the right neighbor.
    let fraction: Float
    /// Pads a column to 32 bytes.
    private let unused = 0

    init(left: Int, right: Int, fraction: Float) {
      (self.left, self.right, self.fraction) = (left, right, fraction)
    }
  }

  private let problem: ResizeBilinear.Problem
  private let code: ExecutableMemory
  private let function: EmittedFunction<Arguments>
  private let table: AlignedBuffer
  /// For each row of a picture: the two source rows, and the second one's weight.
  private let rows: [(low: Int, high: Int)]
  private let fractions: AlignedBuffer

  /// Limits the tables.
  static func supports(_ problem: ResizeBilinear.Problem) -> Bool {
    MachineCodeSupport.obstacle == nil && problem.channels > 0 && problem.outputWidth <= 1 << 16
      && problem.outputHeight <= 1 << 16
  }

  /// Nil if no code can be emitted.
  package init?(_ problem: ResizeBilinear.Problem) {
    guard let code = Self.code, Self.supports(problem) else { return nil }
    self.problem = problem
    self.code = code
    function = EmittedFunction(code)
    let columnByteCount = MemoryLayout<Column>.stride
    let horizontal = (0..<problem.outputWidth).map {
      problem.taps($0, input: problem.inputWidth, output: problem.outputWidth)
    }
    // Of a vector, the floats that are not the pixel's.
    let excess = (problem.channels + 7) / 8 * 8 - problem.channels
    let inner = horizontal.enumerated().prefix { x, taps in
      (problem.inputWidth - 1 - max(taps.low, taps.high)) * problem.channels >= excess
        && (problem.outputWidth - 1 - x) * problem.channels >= excess
    }
    table = AlignedBuffer(
      Header(
        columnCount: problem.outputWidth, channelCount: problem.channels, innerColumnCount: inner.count,
        outerColumnCount: problem.outputWidth - inner.count),
      following: problem.outputWidth * columnByteCount / 4)
    let columns = UnsafeMutableRawPointer(table.pointer) + MemoryLayout<Header>.stride
    for (x, taps) in horizontal.enumerated() {
      columns.storeBytes(
        of: Column(
          left: taps.low * problem.channels * 4, right: taps.high * problem.channels * 4, fraction: taps.fraction),
        toByteOffset: x * columnByteCount, as: Column.self)
    }
    let vertical = (0..<problem.outputHeight).map {
      problem.taps($0, input: problem.inputHeight, output: problem.outputHeight)
    }
    rows = vertical.map { ($0.low, $0.high) }
    fractions = AlignedBuffer(zeros: problem.outputHeight)
    for (y, taps) in vertical.enumerated() { fractions.pointer[y] = taps.fraction }
  }

  package var unitCount: Int { problem.rowCount }
  package var elementsPerUnit: Int? { problem.rowLength }
  package var memory: [any KernelMemory] { [code, table, fractions] }

  package func forEachCall(_ units: Range<Int>, _ operands: KernelOperands, _ body: (KernelCall) -> Void) {
    for row in units { body(call(row: row, input: operands.input(0), output: operands.output())) }
  }

  package var heldByteCount: Int {
    (table.count + fractions.count) * MemoryLayout<Float>.stride + rows.count * MemoryLayout<(Int, Int)>.stride
  }

  /// The call for output row `line`, counted over all pictures.
  package func call(
    row line: Int, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) -> KernelCall {
    let (picture, y) = line.quotientAndRemainder(dividingBy: problem.outputHeight)
    let rowLength = problem.inputWidth * problem.channels
    let pixels = input + picture * problem.inputHeight * rowLength
    return function.call(
      Arguments(
        upperRow: pixels + rows[y].low * rowLength, lowerRow: pixels + rows[y].high * rowLength,
        output: output + line * problem.outputWidth * problem.channels, table: table.pointer,
        fraction: fractions.pointer + y))
  }

  package func run(rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    for line in rows { call(row: line, input: input, output: output).run() }
  }
}
