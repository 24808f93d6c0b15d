import MachineCode

/// Convolution without patches: tiles are read directly from the picture, one segment per filter row.
///
/// A unit is an output row. If windows cross the picture's border, the input under some output rows is first copied
/// into a zero-padded band.
///
///     band:  | zeros left | input row y·sy − top     | zeros right |
///            | zeros left | input row y·sy − top + 1 | zeros right |   …
final class BandConvolution: UnitKernel {
  let problem: Convolution.Problem
  private let matrix: any RowProductKernel
  /// Nil if rows are read in the picture.
  private let band: Band?

  private struct Band {
    let outputRows: Int
    /// Input rows under an output row, and between output rows.
    private let reach: Int, strideY: Int
    let width: Int

    /// Floats that fit in the L2 cache along with a filter.
    private static let maxFloats = 1 << 15

    /// Nil if no window crosses a border.
    init?(_ problem: Convolution.Problem) {
      let window = problem.window
      let isInside =
        (0..<window.outputWidth).allSatisfy { window.columnTaps($0).count == window.filterWidth }
        && (0..<window.outputHeight).allSatisfy { window.rowTaps($0).count == window.filterHeight }
      if isInside { return nil }
      let reach = (window.filterHeight - 1) * window.dilationY + 1
      width = (window.outputWidth - 1) * window.strideX + window.filterWidth
      let fitting = (Self.maxFloats / (width * problem.inputChannels) - reach) / window.strideY + 1
      outputRows = max(min(fitting, window.outputHeight), 1)
      (self.reach, strideY) = (reach, window.strideY)
    }

    /// Input rows under some output rows of a band.
    func rows(for count: Int) -> Int { (min(count, outputRows) - 1) * strideY + reach }
  }

  /// Floats between rows of the picture or band.
  private static func rowStride(_ problem: Convolution.Problem, _ band: Band?) -> Int {
    (band?.width ?? problem.window.inputWidth) * problem.inputChannels
  }

  private static func matrixProblem(_ problem: Convolution.Problem, _ band: Band?) -> MatrixMultiply.Problem {
    let window = problem.window
    return MatrixMultiply.Problem(
      rows: max(window.outputWidth, 2), columns: problem.outputChannels, depth: problem.depth,
      inputStride: window.strideX * problem.inputChannels, segmentCount: window.filterHeight,
      segmentStride: window.dilationY * rowStride(problem, band), hasAddend: problem.hasAddend)
  }

  /// Taps must be adjacent, so that they form one segment. Tall windows over wide rows would make large bands, and many
  /// calls to fill them.
  static func supports(_ problem: Convolution.Problem, matrix: MatrixMultiply.Candidate) -> Bool {
    let window = problem.window
    guard problem.groups == 1, !problem.isPointwise, window.dilationX == 1, window.outputWidth > 0,
      window.outputHeight > 0, window.filterHeight > 1, window.filterHeight <= 256, window.dilationY <= 256,
      window.filterWidth * problem.inputChannels <= 1 << 12, window.strideX < 1 << 12, window.outputWidth < 1 << 20
    else { return false }
    let band = Band(problem)
    return saturatingProduct(band?.rows(for: .max) ?? 0, rowStride(problem, band)) <= 1 << 22
      && saturatingProduct(problem.batch, window.outputHeight, window.filterHeight + 1) <= 1 << 19
      && matrix.supports(matrixProblem(problem, band))
  }

  /// Packs the weights for a product of `matrix`; nil if that cannot be made.
  init?(
    _ problem: Convolution.Problem, _ weights: LayerWeights, _ code: CodeAllocator, matrix: MatrixMultiply.Candidate
  ) {
    self.problem = problem
    band = Band(problem)
    guard let matrix = matrix.make(Self.matrixProblem(problem, band), weights, code) else { return nil }
    self.matrix = matrix
  }

  var memory: [any KernelMemory] { matrix.memory }
  var unitCount: Int { problem.batch * problem.window.outputHeight }
  var elementsPerUnit: Int? { problem.window.outputWidth * problem.outputChannels }
  var isEmitted: Bool { matrix.isEmitted }
  var scratchCount: Int { band.map { $0.rows(for: .max) * Self.rowStride(problem, $0) } ?? 0 }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    forEachStep(units, Convolution.Operands(operands, hasAddend: problem.hasAddend)) { step in
      switch step {
      case .clear(let count, let target): target.update(repeating: 0, count: count)
      case .copy(let count, let source, let target): target.update(from: source, count: count)
      case .product(let rows, let input, let addend, let output):
        matrix.run(rows: rows, input: input, addend: addend, output: output)
      }
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    // An output row, and its share of a band's rows.
    let copies = band.map { ($0.rows(for: .max) + $0.outputRows - 1) / $0.outputRows } ?? 0
    guard units.count * (1 + copies) < KernelCall.maxPerOperator else { return nil }
    return KernelCallList.calls { (list) throws(KernelCallList.Missing) in
      try forEachStep(units, Convolution.Operands(operands, hasAddend: problem.hasAddend)) {
        (step) throws(KernelCallList.Missing) in
        switch step {
        case .clear(let count, let target): try list.append(.clear(count, at: target))
        case .copy(let count, let source, let target): try list.append(.copy(count, from: source, to: target))
        case .product(let rows, let input, let addend, let output):
          try list.append(matrix.calls(rows: rows, input: input, addend: addend, output: output))
        }
      }
    }
  }

  /// The steps of an output row, in order.
  private enum Step {
    case clear(Int, at: UnsafeMutablePointer<Float>)
    case copy(Int, from: UnsafePointer<Float>, to: UnsafeMutablePointer<Float>)
    case product(
      rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?, output: UnsafeMutablePointer<Float>)
  }

  private func forEachStep<Failure: Error>(
    _ units: Range<Int>, _ operands: Convolution.Operands, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let scratch = operands.scratch
    let window = problem.window
    let rowStride = Self.rowStride(problem, band)
    let pictureCount = window.inputHeight * window.inputWidth * problem.inputChannels
    // All bands have their borders in the same place.
    if let band, !units.isEmpty { try body(.clear(band.rows(for: units.count) * rowStride, at: scratch)) }
    var unit = units.lowerBound
    while unit < units.upperBound {
      let (picture, first) = unit.quotientAndRemainder(dividingBy: window.outputHeight)
      let count = min(band?.outputRows ?? 1, window.outputHeight - first, units.upperBound - unit)
      let pixels = operands.input + picture * pictureCount
      var rows = pixels + max(window.firstRow(first), 0) * rowStride
      if let band {
        try forEachStep(of: band, from: first, count: count, pixels, to: scratch, body)
        rows = UnsafePointer(scratch)
      }
      for row in 0..<count {
        let place = (unit + row) * window.outputWidth * problem.outputChannels
        try body(
          .product(
            rows: window.outputWidth, input: rows + row * window.strideY * rowStride,
            addend: operands.addend.map { $0 + place }, output: operands.output + place))
      }
      unit += count
    }
  }

  /// Copies the input under some output rows into a band whose left and right borders are zero.
  private func forEachStep<Failure: Error>(
    of band: Band, from first: Int, count: Int, _ pixels: UnsafePointer<Float>,
    to scratch: UnsafeMutablePointer<Float>, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let window = problem.window
    let channels = problem.inputChannels
    let left = min(max(-window.firstColumn(0), 0), band.width)
    let columns = max(window.firstColumn(0), 0)
    let width = max(min(window.inputWidth - columns, band.width - left), 0) * channels
    guard width > 0 else { return }
    for place in 0..<band.rows(for: count) {
      let row = window.firstRow(first) + place
      let target = scratch + (place * band.width + left) * channels
      if row >= 0, row < window.inputHeight {
        try body(.copy(width, from: pixels + (row * window.inputWidth + columns) * channels, to: target))
      } else {
        try body(.clear(width, at: target))
      }
    }
  }
}
