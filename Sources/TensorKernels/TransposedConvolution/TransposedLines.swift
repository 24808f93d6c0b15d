/// The output rows (lines) of a transposed byte convolution at one vertical phase, as an ordinary convolution over the
/// input. Its channels are those of a stride's adjacent pixels, which read the same input pixels:
///
///     stride 2, filter 3:   | 0 1 | 2 3 | 4 5 |     of a pair, pixel 0 has taps 2, 0, pixel 1 has tap 1 and no other
package struct TransposedLines: Sendable {
  /// The convolution that computes a stride's pixels as one.
  package let convolution: Convolution.Problem
  /// The first output line, and its first element in a line of the convolution.
  package let firstLine: Int, firstElement: Int
  /// The filter row of the window's last row.
  private let tapRow: Int
  private let problem: TransposedConvolution.Problem

  /// One for each vertical phase; nil for strides that skip pixels or have too many phases, and for windows that begin
  /// right of the first pixel.
  package static func all(_ problem: TransposedConvolution.Problem) -> [TransposedLines]? {
    let width = problem.strideX
    // First input pixels under output pixels.
    let groups = problem.paddingLeft / width..<(problem.outputWidth + problem.paddingLeft + width - 1) / width
    let taps = (problem.filterWidth + width - 1) / width
    guard problem.strideY <= min(problem.filterHeight, 8), width <= min(problem.filterWidth, 8),
      taps > groups.lowerBound, problem.outputHeight >= problem.strideY, problem.outputWidth >= width
    else { return nil }
    return (0..<problem.strideY).map { row in
      let rows = PhasedTransposedConvolution.AxisPhase(
        row, stride: problem.strideY, padding: problem.paddingTop, output: problem.outputHeight,
        filter: problem.filterHeight)
      let window = Window2D(
        input: (problem.inputHeight, problem.inputWidth), output: (rows.count, groups.count),
        filter: (rows.taps, taps), stride: (1, 1), padding: (rows.padding, taps - 1 - groups.lowerBound))
      return TransposedLines(
        convolution: Convolution.Problem(
          batch: problem.batch, inputChannels: problem.inputChannels,
          outputChannels: problem.outputChannels * width, window: window),
        firstLine: rows.first, firstElement: problem.paddingLeft % width * problem.outputChannels, tapRow: row,
        problem: problem)
    }
  }

  /// The convolution's weights; zero without a tap.
  package func weights(_ layer: ByteMatrixMultiply.Weights) -> ByteMatrixMultiply.Weights {
    let window = convolution.window, channels = problem.inputChannels, filter = layer.filter.integers
    var values = [Int16](repeating: 0, count: convolution.outputChannels * convolution.depth)
    var place = 0
    for column in 0..<convolution.outputChannels {
      let (pixel, output) = column.quotientAndRemainder(dividingBy: problem.outputChannels)
      for row in (0..<window.filterHeight).reversed() {
        for tap in (0..<window.filterWidth).reversed() {
          let (ky, kx) = (tapRow + row * problem.strideY, pixel + tap * problem.strideX)
          let first = ((output * problem.filterHeight + ky) * problem.filterWidth + kx) * channels
          if kx < problem.filterWidth { for i in 0..<channels { values[place + i] = filter[first + i] } }
          place += channels
        }
      }
    }
    func repeated<Value>(_ values: [Value]) -> [Value] { Array(repeatElement(values, count: problem.strideX).joined()) }
    return ByteMatrixMultiply.Weights(
      filter: ByteFilter(values), factors: repeated(layer.factors), bias: repeated(layer.bias),
      columns: convolution.outputChannels)
  }
}
