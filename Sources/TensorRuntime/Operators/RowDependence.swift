import TensorKernels

/// The input rows that an operator reads for output rows of a picture `[1, height, width, channels]`.
///
/// It applies to input 0. Other computed inputs, such as an addend, are read row by row.
package enum RowDependence: Sendable {
  /// Row `y` depends on row `y`.
  case sameRow
  /// Row `y` depends on the rows under a window.
  case window(Window2D)
  /// Row `y` is interpolated between two rows.
  case resampled(ResizeBilinear.Problem)

  /// The rows of input 0 that are read for a nonempty range of output rows.
  func rowsRead(for rows: Range<Int>) -> Range<Int> {
    switch self {
    case .sameRow:
      return rows
    case .window(let window):
      let last = window.firstRow(rows.upperBound - 1) + (window.filterHeight - 1) * window.dilationY
      return Self.clamped(window.firstRow(rows.lowerBound), last, to: window.inputHeight)
    case .resampled(let problem):
      let taps = [rows.lowerBound, rows.upperBound - 1].map {
        problem.taps($0, input: problem.inputHeight, output: problem.outputHeight)
      }
      return taps[0].low..<taps[1].high + 1
    }
  }

  /// Rows `first...last` inside a picture.
  private static func clamped(_ first: Int, _ last: Int, to height: Int) -> Range<Int> {
    let start = min(max(first, 0), height)
    return start..<max(min(last + 1, height), start)
  }
}
