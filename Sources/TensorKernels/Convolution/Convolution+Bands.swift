import MachineCode

/// Convolution without patches: a tile's rows are read directly from the picture, one segment per filter row.
///
/// A unit is an output row, in up to three spans: the pixels whose windows are inside the picture's columns, and those
/// left and right of them. Where a span's windows cross the border, the input under it is first copied into a band
/// surrounded by zeros, whose rows are as far apart as the picture's.
///
///     band:  ky 0:  | zeros left | input row y·sy − top      | zeros right |
///            ky 1:  | zeros left | input row y·sy − top + dy | zeros right |   …
final class BandConvolution: ConvolutionKernel {
  let problem: Convolution.Problem
  private let matrix: any MatrixMultiplyKernel
  private let spans: [Range<Int>]

  /// Neighboring output pixels whose windows are inside the picture's columns, and those left and right of them.
  private static func spans(_ window: Window2D) -> [Range<Int>] {
    let isInside = (0..<window.outputWidth).map { window.columnTaps($0).count == window.filterWidth }
    guard let first = isInside.firstIndex(of: true), let last = isInside.lastIndex(of: true) else {
      return [0..<window.outputWidth]
    }
    return [0..<first, first..<last + 1, last + 1..<window.outputWidth].filter { !$0.isEmpty }
  }

  /// The product for one span of an output row, made for the longest one.
  private static func matrixProblem(_ problem: Convolution.Problem, _ spans: [Range<Int>]) -> MatrixMultiply.Problem {
    let window = problem.window
    return MatrixMultiply.Problem(
      rows: max(spans.map { $0.count }.max() ?? 0, 2), columns: problem.outputChannels, depth: problem.depth,
      inputStride: window.strideX * problem.inputChannels, segmentCount: window.filterHeight,
      segmentStride: rowWidth(problem, spans) * problem.inputChannels, hasAddend: problem.hasAddend)
  }

  /// Pixels from the first tap of a span's first window to the last tap of its last window.
  private static func bandWidth(_ window: Window2D, _ span: Range<Int>) -> Int {
    (span.count - 1) * window.strideX + window.filterWidth
  }

  /// Pixels from one row to the next, in the picture and in a band. Bands of border pixels can be wider than a picture:
  /// then all spans are copied.
  private static func rowWidth(_ problem: Convolution.Problem, _ spans: [Range<Int>]) -> Int {
    spans.reduce(problem.window.inputWidth) { max($0, bandWidth(problem.window, $1)) }
  }

  /// Long segments would make long emitted code; adjacent taps make one segment. Tall windows over wide rows would make
  /// large bands, and many calls to fill them.
  static func supports(_ problem: Convolution.Problem, matrix: MatrixMultiply.Candidate) -> Bool {
    let window = problem.window
    guard problem.groups == 1, !problem.isPointwise, window.dilationX == 1, window.outputWidth > 0,
      window.filterHeight > 1, window.filterHeight <= 256,
      window.filterWidth * problem.inputChannels <= 64, problem.outputChannels >= 8
    else { return false }
    let spans = spans(window)
    return window.filterHeight * rowWidth(problem, spans) * problem.inputChannels <= 1 << 22
      && problem.batch * window.outputHeight * (window.filterHeight + 1) <= 1 << 19
      && matrix.supports(matrixProblem(problem, spans))
  }

  /// Packs the weights for the product of `matrix`; nil if that cannot be made.
  init?(
    _ problem: Convolution.Problem, _ weights: LayerWeights, _ code: CodeAllocator, matrix: MatrixMultiply.Candidate
  ) {
    self.problem = problem
    spans = Self.spans(problem.window)
    rowWidth = Self.rowWidth(problem, spans)
    guard let matrix = matrix.make(Self.matrixProblem(problem, spans), weights, code) else { return nil }
    self.matrix = matrix
  }

  private let rowWidth: Int
  var hasAddend: Bool { problem.hasAddend }
  var memory: [any KernelMemory] { matrix.memory }
  var unitCount: Int { problem.batch * problem.window.outputHeight }
  var elementsPerUnit: Int? { problem.window.outputWidth * problem.outputChannels }
  var scratchCount: Int { problem.window.filterHeight * rowWidth * problem.inputChannels }

  func run(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) {
    forEachStep(units, input, addend, output, scratch) { step in
      switch step {
      case .clear(let count, let target): target.update(repeating: 0, count: count)
      case .copy(let count, let source, let target): target.update(from: source, count: count)
      case .product(let rows, let input, let addend, let output):
        matrix.run(rows: rows, input: input, addend: addend, output: output)
      }
    }
  }

  func calls(
    units: Range<Int>, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
  ) -> [EmittedCall]? {
    // A row of a band consists of zeros, pixels and zeros.
    let callsPerUnit = spans.count * (3 * problem.window.filterHeight + 1)
    guard units.count * callsPerUnit <= EmittedCall.mostOfOperator else { return nil }
    var calls: [EmittedCall]? = []
    forEachStep(units, input, addend, output, scratch) { step in
      switch step {
      case .clear(let count, let target): calls?.append(.clear(count, at: target))
      case .copy(let count, let source, let target): calls?.append(.copy(count, from: source, to: target))
      case .product(let rows, let input, let addend, let output):
        guard let product = matrix.calls(rows: rows, input: input, addend: addend, output: output) else {
          calls = nil
          return
        }
        calls?.append(contentsOf: product)
      }
    }
    return calls
  }

  /// What an output row consists of, in order.
  private enum Step {
    case clear(Int, at: UnsafeMutablePointer<Float>)
    case copy(Int, from: UnsafePointer<Float>, to: UnsafeMutablePointer<Float>)
    case product(
      rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>)
  }

  private func forEachStep(
    _ units: Range<Int>, _ input: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
    _ output: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>, _ body: (Step) -> Void
  ) {
    let window = problem.window
    let inputRow = window.inputWidth * problem.inputChannels
    // A band's rows are the rows of taps; those of the picture are only if there is no dilation.
    let canReadPicture = rowWidth == window.inputWidth && window.dilationY == 1
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let pixels = input + picture * window.inputHeight * inputRow
      let hasAllRows = canReadPicture && window.rowTaps(y).count == window.filterHeight
      for span in spans {
        let column = window.firstColumn(span.lowerBound)
        let isInside = hasAllRows && column >= 0 && column + Self.bandWidth(window, span) <= window.inputWidth
        if !isInside { forEachStepOfBand(of: span, row: y, from: pixels, to: scratch, body) }
        let place = (unit * window.outputWidth + span.lowerBound) * problem.outputChannels
        body(
          .product(
            rows: span.count,
            input: isInside
              ? pixels + window.firstRow(y) * inputRow + column * problem.inputChannels : UnsafePointer(scratch),
            addend: addend.map { $0 + place }, output: output + place))
      }
    }
  }

  /// Copies the input under a span of an output row into a band, with zeros where there is none.
  private func forEachStepOfBand(
    of span: Range<Int>, row y: Int, from pixels: UnsafePointer<Float>, to band: UnsafeMutablePointer<Float>,
    _ body: (Step) -> Void
  ) {
    let window = problem.window
    let channels = problem.inputChannels
    let width = Self.bandWidth(window, span)
    let first = window.firstColumn(span.lowerBound)
    let left = min(max(-first, 0), width)
    let count = max(min(window.inputWidth - max(first, 0), width - left), 0)
    func clear(_ count: Int, at target: UnsafeMutablePointer<Float>) {
      if count > 0 { body(.clear(count * channels, at: target)) }
    }
    for ky in 0..<window.filterHeight {
      let target = band + ky * rowWidth * channels
      let row = window.firstRow(y) + ky * window.dilationY
      guard row >= 0, row < window.inputHeight else {
        clear(width, at: target)
        continue
      }
      let source = pixels + (row * window.inputWidth + max(first, 0)) * channels
      clear(left, at: target)
      if count > 0 { body(.copy(count * channels, from: source, to: target + left * channels)) }
      clear(width - left - count, at: target + (left + count) * channels)
    }
  }
}
