import TensorKernels

/// The rows of its inputs that an operator reads to compute rows of a picture `[1, height, width, channels]`.
///
/// It concerns input 0. From every other input computed at run time, such as an addend, the same rows are read.
package enum RowDependence: Sendable {
  /// Row `y` is computed from row `y`.
  case sameRow
  /// Row `y` is computed from the rows under a window.
  case window(Window2D)
  /// Row `y` is interpolated between two rows.
  case resampled(ResizeBilinear.Problem)

  /// The rows of input 0 that are read to compute some rows of the output; there is at least one of them.
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

  /// Rows `first...last`, as far as they are inside a picture.
  private static func clamped(_ first: Int, _ last: Int, to height: Int) -> Range<Int> {
    let start = min(max(first, 0), height)
    return start..<max(min(last + 1, height), start)
  }
}
