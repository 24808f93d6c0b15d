import MachineCode

/// Convolution without patches, for emitted code: a tile's rows are read from the picture itself, one segment a filter row.
///
/// Where the window passes the picture's border, a unit first copies the input rows under its output row into a band with
/// zeros around; a unit is an output row.
///
///     band:  ky 0:  | zeros left | input row y·sy − top      | zeros right |
///            ky 1:  | zeros left | input row y·sy − top + dy | zeros right |   …
struct BandConvolution: ConvolutionKernel {
  let problem: Convolution.Problem
  let matrix: any MatrixMultiplyKernel

  /// The product for one output row.
  private static func matrixProblem(_ problem: Convolution.Problem) -> MatrixMultiply.Problem {
    let window = problem.window
    return MatrixMultiply.Problem(
      rows: window.outputWidth, columns: problem.outputChannels, depth: problem.depth,
      inputStride: window.strideX * problem.inputChannels, segmentCount: window.filterHeight,
      segmentStride: bandWidth(problem) * problem.inputChannels, hasAddend: problem.hasAddend)
  }

  /// Pixels of a band's row: from the first tap of the first window to the last tap of the last.
  private static func bandWidth(_ problem: Convolution.Problem) -> Int {
    (problem.window.outputWidth - 1) * problem.window.strideX + problem.window.filterWidth
  }

  /// Long segments would make long code; taps side by side make one segment.
  static func supports(_ problem: Convolution.Problem) -> Bool {
    let window = problem.window
    guard !problem.isPointwise, window.dilationX == 1, window.outputWidth > 0, window.filterHeight > 1,
      window.filterWidth * problem.inputChannels <= 64, problem.outputChannels >= 8
    else { return false }
    return MachineMatrixMultiply.supports(matrixProblem(problem))
  }

  init(_ problem: Convolution.Problem, _ weights: LayerWeights) {
    self.problem = problem
    let matrix = Self.matrixProblem(problem)
    self.matrix = MachineMatrixMultiply.make(matrix, weights)
  }

  var unitCount: Int { problem.batch * problem.window.outputHeight }
  var scratchCount: Int { problem.window.filterHeight * Self.bandWidth(problem) * problem.inputChannels }

  func run(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    let window = problem.window
    let outputRow = window.outputWidth * problem.outputChannels
    for unit in units {
      copyBand(of: unit, from: input, to: scratch)
      matrix.run(
        rows: window.outputWidth, input: scratch, addend: addend.map { $0 + unit * outputRow },
        output: output + unit * outputRow)
    }
  }

  private func copyBand(of unit: Int, from input: UnsafePointer<Float>, to band: UnsafeMutablePointer<Float>) {
    let window = problem.window
    let channels = problem.inputChannels
    let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
    let pixels = input + picture * window.inputHeight * window.inputWidth * channels
    let width = Self.bandWidth(problem)
    let left = min(window.paddingLeft, width)
    let count = min(window.inputWidth, width - left)
    for ky in 0..<window.filterHeight {
      let target = band + ky * width * channels
      let row = window.firstRow(y) + ky * window.dilationY
      guard row >= 0, row < window.inputHeight else {
        target.update(repeating: 0, count: width * channels)
        continue
      }
      target.update(repeating: 0, count: left * channels)
      (target + left * channels).update(from: pixels + row * window.inputWidth * channels, count: count * channels)
      (target + (left + count) * channels).update(repeating: 0, count: (width - left - count) * channels)
    }
  }
}
