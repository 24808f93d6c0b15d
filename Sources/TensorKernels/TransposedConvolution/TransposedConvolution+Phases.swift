import MachineCode

/// Transposed convolution as ordinary ones, like XNNPACK's subconvolutions: output pixels a stride apart (a phase) use
/// the same filter taps, so each phase is a convolution of stride 1 with a subset of the filter.
///
///     stride 2, phases of a row:   0 1 0 1 0 1
///     phase 0: taps … 4 2 0, phase 1: taps … 5 3 1, backwards since an earlier input pixel reaches further
final class PhasedTransposedConvolution: UnitKernel {
  /// Output pixels a stride apart.
  struct Phase: Sendable {
    /// The stride-1 convolution that produces them.
    let window: Window2D
    /// The first output pixel.
    let firstRow: Int, firstColumn: Int
    /// The filter tap of the window's last input pixel.
    let tapRow: Int, tapColumn: Int

    var taps: Int { window.filterHeight * window.filterWidth }

    /// Pixels whose patches take at most 256 KiB, but at least one.
    func pixelsPerCall(_ problem: TransposedConvolution.Problem) -> Int {
      min(window.outputWidth, max((64 << 10) / max(taps * problem.inputChannels, 1), 1))
    }

    func patchCount(_ problem: TransposedConvolution.Problem) -> Int {
      pixelsPerCall(problem) * taps * problem.inputChannels
    }

    /// The product of a row of the phase's pixels.
    func matrixProblem(_ problem: TransposedConvolution.Problem) -> MatrixMultiply.Problem {
      MatrixMultiply.Problem(
        rows: window.outputWidth, columns: problem.outputChannels, depth: taps * problem.inputChannels,
        outputStride: problem.strideX * problem.outputChannels, element: problem.element)
    }
  }

  struct AxisPhase {
    let first: Int, count: Int, taps: Int, padding: Int

    init(_ phase: Int, stride: Int, padding: Int, output: Int, filter: Int) {
      first = (phase - padding % stride + stride) % stride
      count = first < output ? (output - 1 - first) / stride + 1 : 0
      taps = phase < filter ? (filter - 1 - phase) / stride + 1 : 0
      self.padding = taps - 1 - (first + padding) / stride
    }
  }

  private let problem: TransposedConvolution.Problem
  /// A pixel without taps.
  private let blank: AlignedBuffer
  /// Row by row, `strideX` phases per row, with their products; nil without taps.
  private let phases: [(phase: Phase, product: PatchProduct?)]

  /// Nil if there are too many for a kernel each.
  static func phases(_ problem: TransposedConvolution.Problem) -> [Phase]? {
    guard problem.strideY <= 8, problem.strideX <= 8 else { return nil }
    return (0..<problem.strideY).flatMap { phaseY in
      let rows = AxisPhase(
        phaseY, stride: problem.strideY, padding: problem.paddingTop, output: problem.outputHeight,
        filter: problem.filterHeight)
      return (0..<problem.strideX).map { phaseX in
        let columns = AxisPhase(
          phaseX, stride: problem.strideX, padding: problem.paddingLeft, output: problem.outputWidth,
          filter: problem.filterWidth)
        return Phase(
          window: Window2D(
            input: (problem.inputHeight, problem.inputWidth), output: (rows.count, columns.count),
            filter: (rows.taps, columns.taps), stride: (1, 1), padding: (rows.padding, columns.padding)),
          firstRow: rows.first, firstColumn: columns.first, tapRow: phaseY, tapColumn: phaseX)
      }
    }
  }

  init?(
    _ problem: TransposedConvolution.Problem, _ weights: LayerWeights,
    _ matrix: MatrixMultiply.Candidate, patches emitter: Patches.Emitter?, _ code: CodeAllocator
  ) {
    var phases: [(phase: Phase, product: PatchProduct?)] = []
    for phase in Self.phases(problem) ?? [] {
      guard phase.taps > 0, phase.window.outputWidth > 0 else {
        phases.append((phase, nil))
        continue
      }
      let filter = Self.filter(of: phase, problem, weights.filter)
      let kernel = withExtendedLifetime(filter) {
        matrix.make(
          phase.matrixProblem(problem), LayerWeights(filter: filter.pointer, epilogue: weights.epilogue), code)
      }
      guard let kernel else { return nil }
      let byteCount = problem.inputChannels * problem.element.byteCount
      let layout = Patches.Layout(
        window: phase.window, pixelByteCount: byteCount, tapByteCount: byteCount,
        patchByteCount: phase.taps * byteCount)
      let patches = Patches(layout, code, emitter)
      phases.append(
        (phase, PatchProduct(matrix: kernel, patches: patches, patchCount: phase.patchCount(problem))))
    }
    self.problem = problem
    self.phases = phases
    blank = AlignedBuffer(zeros: problem.outputChannels)
    weights.epilogue.finish(row: blank.pointer, count: problem.outputChannels)
  }

  var memory: [any KernelMemory] { [blank] + phases.flatMap { $0.product?.memory ?? [] } }

  /// The phase's filter taps, last first.
  private static func filter(
    of phase: Phase, _ problem: TransposedConvolution.Problem, _ filter: UnsafePointer<Float>
  ) -> AlignedBuffer {
    let (height, width, channels) = (phase.window.filterHeight, phase.window.filterWidth, problem.inputChannels)
    let part = AlignedBuffer(zeros: problem.outputChannels * height * width * channels)
    for o in 0..<problem.outputChannels {
      for row in 0..<height {
        for column in 0..<width {
          let ky = phase.tapRow + (height - 1 - row) * problem.strideY
          let kx = phase.tapColumn + (width - 1 - column) * problem.strideX
          let source = filter + ((o * problem.filterHeight + ky) * problem.filterWidth + kx) * channels
          (part.pointer + ((o * height + row) * width + column) * channels).update(from: source, count: channels)
        }
      }
    }
    return part
  }

  var unitCount: Int { problem.batch * problem.outputHeight }

  var isEmitted: Bool { phases.allSatisfy { $0.product?.isEmitted != false } }
  var scratchCount: Int { phases.map { $0.product?.scratchCount ?? 0 }.max() ?? 0 }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    forEachStep(units, operands) { step in
      switch step {
      case .product(let product, let part): product.run(part, scratch: operands.scratch)
      case .blank(let pixel): pixel.update(from: blank.pointer, count: problem.outputChannels)
      }
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    KernelCallList.calls { (list) throws(KernelCallList.Missing) in
      try forEachStep(units, operands) { (step) throws(KernelCallList.Missing) in
        switch step {
        case .product(let product, let part): try product.appendCalls(to: &list, part, scratch: operands.scratch)
        case .blank(let pixel): try list.append(.copy(problem.outputChannels, from: blank.pointer, to: pixel))
        }
      }
    }
  }

  private enum Step {
    /// The product of some pixels of a phase.
    case product(PatchProduct, PatchProduct.Part)
    /// A pixel of a phase without taps.
    case blank(UnsafeMutablePointer<Float>)
  }

  private func forEachStep<Failure: Error>(
    _ units: Range<Int>, _ operands: KernelOperands, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    for unit in units {
      let (picture, y) = unit.quotientAndRemainder(dividingBy: problem.outputHeight)
      let pixels = operands.input(0) + picture * problem.inputHeight * problem.inputWidth * problem.inputChannels
      let line = operands.output() + unit * problem.outputWidth * problem.outputChannels
      let row = (y + problem.paddingTop) % problem.strideY * problem.strideX
      for (phase, product) in phases[row..<row + problem.strideX] {
        let output = line + phase.firstColumn * problem.outputChannels
        if let product {
          try forEachStep(of: phase, product, row: (y - phase.firstRow) / problem.strideY, pixels, output, body)
        } else {
          for x in 0..<phase.window.outputWidth {
            try body(.blank(output + x * problem.strideX * problem.outputChannels))
          }
        }
      }
    }
  }

  /// The steps of a row of a phase.
  private func forEachStep<Failure: Error>(
    of phase: Phase, _ product: PatchProduct, row: Int, _ pixels: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let window = phase.window
    let step = phase.pixelsPerCall(problem)
    let (inputRow, column) = (window.firstRow(row), window.firstColumn(0))
    // With one tap, the input's pixels are the patches.
    let readsInput =
      phase.taps == 1 && inputRow >= 0 && inputRow < window.inputHeight && column >= 0
      && column + window.outputWidth <= window.inputWidth
    for first in stride(from: 0, to: window.outputWidth, by: step) {
      let place = row * window.outputWidth + first
      let rows = pixels + (inputRow * window.inputWidth + column + first) * problem.inputChannels
      try body(
        .product(
          product,
          PatchProduct.Part(
            pixels: place..<place + min(step, window.outputWidth - first), source: pixels,
            rows: readsInput ? rows : nil, addend: nil,
            output: output + first * problem.strideX * problem.outputChannels)))
    }
  }
}
