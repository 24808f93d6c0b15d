import MachineCode
import TensorKernels

/// Fuses a depthwise convolution with the 1×1 convolutions before and after it, either of which may be absent, in
/// bands, so that intermediates stay in the L2 cache.
///
///     input ──1×1──▶ ring of expanded rows ──depthwise──▶ band of rows ──1×1──▶ output
///
/// A unit is a band of a few rows of the depthwise output. It reuses expanded rows that the previous band left in the
/// ring; the first band of a call computes all of them. Kernels and their order are those of separate convolutions, so
/// results are the same to the bit.
package final class ConvolutionBlock: UnitKernel {
  package struct Weights {
    let expand: LayerWeights?, depthwise: LayerWeights, project: LayerWeights?

    package init(expand: LayerWeights?, depthwise: LayerWeights, project: LayerWeights?) {
      (self.expand, self.depthwise, self.project) = (expand, depthwise, project)
    }
  }

  /// All with the same batch size.
  package struct Problem: KernelProblem {
    package typealias Weights = ConvolutionBlock.Weights

    package let expand: Convolution.Problem?
    package let depthwise: DepthwiseConvolution.Problem
    /// May have an addend.
    package let project: Convolution.Problem?
    package var precision = Precision.exact
    /// Not nil if both 1×1 convolutions exist and the values between the convolutions are ``BoundedInt16``.
    package var limits: Limits?

    /// The values of the largest integers between the convolutions.
    package struct Limits: Sendable, Hashable {
      /// Before and after the depthwise convolution.
      package let input: Float, output: Float

      /// From the activations before and after the depthwise convolution; nil if values are not bounded.
      package init?(_ input: Epilogue.Activation, _ output: Epilogue.Activation) {
        guard let input = BoundedInt16.limit(input), let output = BoundedInt16.limit(output) else { return nil }
        (self.input, self.output) = (input, output)
      }
    }

    /// - Precondition: shapes match, and the outer convolutions are ``Convolution/Problem/isPointwise``.
    package init(
      expand: Convolution.Problem?, depthwise: DepthwiseConvolution.Problem, project: Convolution.Problem?
    ) {
      self.expand = expand
      self.depthwise = depthwise
      self.project = project
    }

    package var element: NumberType { depthwise.element }
  }

  /// Kernels of one provider, or of those that replace it. ``Problem/pays(requested:)`` decides whether to fuse.
  package static let family = KernelFamily<Problem, ConvolutionBlock>(
    "convolution block",
    kernels: [KernelProvider.machineCode, .simd, .reference].map { provider in
      KernelCandidate(
        provider, supports: { _ in provider != .machineCode || MachineCodeSupport.obstacle == nil },
        make: { ConvolutionBlock($0, $1, provider, $2) })
    })

  private let problem: Problem
  private let expand: (any RowProductKernel)?
  private let depthwise: Depthwise
  private let project: (any RowProductKernel)?
  /// ``Precision/fast`` if a 1×1 convolution uses 16-bit integers.
  package let precision: Precision
  /// Rows of a band; all rows if a kernel needs the whole picture.
  private let bandRows: Int
  private let ringRows: Int
  private let ringShift: Int

  /// A kernel that can read rows from a ring, or one that needs whole pictures.
  private enum Depthwise: Sendable {
    case rows(any DepthwiseRowKernel)
    case picture(any DepthwiseConvolutionKernel)

    var owner: any KernelMemoryOwner {
      switch self {
      case .rows(let kernel): kernel
      case .picture(let kernel): kernel
      }
    }
    var heldByteCount: Int {
      switch self {
      case .rows(let kernel): kernel.heldByteCount
      case .picture(let kernel): kernel.heldByteCount
      }
    }
  }

  /// Nil if no kernel is of the provider.
  private init?(_ problem: Problem, _ weights: Weights, _ provider: KernelProvider, _ code: CodeAllocator) {
    let window = problem.depthwise.window
    let picture = DepthwiseConvolution.Problem(
      batch: 1, channels: problem.depthwise.channels, multiplier: problem.depthwise.multiplier, window: window,
      problem.limits.map { .int16(inputLimit: $0.input) } ?? .floats)
    let made = DepthwiseConvolution.family.kernel(
      for: picture, weights: .floats(weights.depthwise), requested: provider, code: code)
    self.problem = problem
    depthwise = made.kernel.rowKernel.map { .rows($0) } ?? .picture(made.kernel)
    if case .rows(let kernel) = depthwise {
      let step = kernel.rowsPerCall
      let wanted = (Self.pixelsPerBand + window.outputWidth - 1) / max(window.outputWidth, 1)
      bandRows = max((wanted + step - 1) / step, 1) * step
      // A band's new rows are contiguous if the ring holds whole bands and both start at the same row.
      let newRows = bandRows * window.strideY
      let rowsUnderBand = (bandRows - 1) * window.strideY + Self.reach(window)
      ringRows = min((rowsUnderBand + newRows - 1) / newRows * newRows, max(window.inputHeight, 1))
      ringShift = Self.remainder(window.paddingTop - rowsUnderBand, ringRows)
    } else {
      bandRows = max(window.outputHeight, 1)
      ringRows = max(window.inputHeight, 1)
      ringShift = 0
    }
    let newPixels = min(bandRows * window.strideY, max(window.inputHeight, 1)) * window.inputWidth
    let pixels = min(bandRows, max(window.outputHeight, 1)) * window.outputWidth
    let (expand, project):
      (
        (kernel: any RowProductKernel, provider: KernelProvider, precision: Precision)?,
        (kernel: any RowProductKernel, provider: KernelProvider, precision: Precision)?
      )
    if let limits = problem.limits {
      expand = Self.integers(problem.expand, rows: newPixels, to: .integers, provider, weights.expand, code)
      project = Self.integers(
        problem.project, rows: pixels, from: limits.output, provider, weights.project, code)
    } else {
      let precision = problem.precision
      expand = Self.matrix(problem.expand, rows: newPixels, provider, precision, weights.expand, code)
      project = Self.matrix(problem.project, rows: pixels, provider, precision, weights.project, code)
    }
    guard [made.provider, expand?.provider, project?.provider].contains(provider) else { return nil }
    self.expand = expand?.kernel
    self.project = project?.kernel
    self.precision = [expand?.precision, project?.precision].contains(.fast) ? .fast : .exact
  }

  /// Minimum rows of a band's matrix products. Longer bands are no faster, and harder to divide among threads.
  private static let pixelsPerBand = 48

  /// Rows from the first tap of a window to the last.
  private static func reach(_ window: Window2D) -> Int { (window.filterHeight - 1) * window.dilationY + 1 }

  private static func remainder(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func integers(
    _ problem: Convolution.Problem?, rows: Int, from inputLimit: Float? = nil,
    to output: Int16MatrixMultiply.Problem.Values = .floats, _ provider: KernelProvider, _ weights: LayerWeights?,
    _ code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider, precision: Precision)? {
    guard let problem, let weights else { return nil }
    let matrix = Int16MatrixMultiply.Problem(
      MatrixMultiply.Problem(
        rows: rows, columns: problem.outputChannels, depth: problem.depth, hasAddend: problem.hasAddend),
      input: inputLimit == nil ? .floats : .integers, output: output)
    let made = Int16MatrixMultiply.kernel(
      ofIntegers: matrix, weights: weights, inputLimit: inputLimit, requested: provider, code: code)
    return (made.kernel, made.provider, .fast)
  }

  private static func matrix(
    _ problem: Convolution.Problem?, rows: Int, _ provider: KernelProvider, _ precision: Precision,
    _ weights: LayerWeights?, _ code: CodeAllocator
  ) -> (kernel: any RowProductKernel, provider: KernelProvider, precision: Precision)? {
    guard let problem, let weights else { return nil }
    let matrix = MatrixMultiply.Problem(
      rows: rows, columns: problem.outputChannels, depth: problem.depth, hasAddend: problem.hasAddend,
      element: problem.element)
    // As ``Problem/pays(requested:precision:)`` requires.
    if precision == .fast, problem.window.inputWidth.isMultiple(of: Int16Row.rowsPerGroup),
      let made = Int16MatrixMultiply.kernel(for: matrix, weights: weights, requested: provider, code: code)
    {
      return (made.kernel, made.provider, .fast)
    }
    let made = MatrixMultiply.family.kernel(for: matrix, weights: weights, requested: provider, code: code)
    return (made.kernel, made.provider, .exact)
  }

  // MARK: Running

  private var bandsPerPicture: Int { (problem.depthwise.window.outputHeight + bandRows - 1) / bandRows }
  private var outputRowLength: Int {
    let count = problem.depthwise.window.outputWidth * problem.depthwise.channels * problem.depthwise.multiplier
    return problem.limits == nil ? count : count / 2
  }
  private var expandedRowLength: Int {
    let count = problem.depthwise.window.inputWidth * problem.depthwise.channels
    return problem.limits == nil ? count : count / 2
  }
  private var ringCount: Int { expand == nil ? 0 : (ringRows * expandedRowLength + 15) / 16 * 16 }

  /// Bands of all pictures.
  package var unitCount: Int { problem.depthwise.batch * bandsPerPicture }

  package var elementsPerUnit: Int? {
    bandRows * (problem.project.map { $0.window.outputWidth * $0.outputChannels } ?? outputRowLength)
  }

  package var recomputesAtBorders: Bool { true }

  package var isEmitted: Bool {
    let matrices = [expand, project].compactMap { $0 }
    guard case .rows(let kernel) = depthwise else { return false }
    return kernel.isEmitted && matrices.allSatisfy { $0.isEmitted && $0.takesAnyRows }
  }

  package var heldByteCount: Int { depthwise.heldByteCount }

  package var memory: [any KernelMemory] {
    depthwise.owner.memory + (expand?.memory ?? []) + (project?.memory ?? [])
  }

  package var scratchCount: Int { kernelScratchPlace + max(expand?.scratchCount ?? 0, project?.scratchCount ?? 0) }
  private var kernelScratchPlace: Int { ringCount + (project == nil ? 0 : bandRows * outputRowLength) }

  /// Input 1 is the addend, if there is one.
  package func run(units: Range<Int>, _ operands: KernelOperands) {
    let scratch = operands.scratch
    forEachStep(units, self.operands(operands)) { step in
      switch step {
      case .matrix(let matrix, let rows, let problem, let input, let addend, let output):
        Self.run(
          matrix, rows: rows, input: input, addend: addend, output: output, scratch: scratch + kernelScratchPlace,
          problem)
      case .depthwise(let rows, let input, let start, let output):
        switch depthwise {
        case .rows(let kernel): kernel.run(rows: rows, input: input, output: output)
        case .picture(let kernel): kernel.run(units: 0..<kernel.unitCount, input: start, output: output)
        }
      }
    }
  }

  /// Nil if kernels that list none are involved.
  package func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    let scratch = operands.scratch + kernelScratchPlace
    return KernelCallList.calls { (list) throws(KernelCallList.Missing) in
      try forEachStep(units, self.operands(operands)) { (step) throws(KernelCallList.Missing) in
        switch step {
        case .matrix(let matrix, let rows, _, let input, let addend, let output) where matrix.takesAnyRows:
          try list.append(matrix.calls(rows: rows, input: input, addend: addend, output: output, scratch: scratch))
        case .depthwise(let rows, let input, _, let output):
          guard case .rows(let kernel) = depthwise else { throw KernelCallList.Missing() }
          try list.append(kernel.rowCalls(rows, input: input, output: output))
        case .matrix: throw KernelCallList.Missing()
        }
      }
    }
  }

  private func operands(_ operands: KernelOperands) -> Convolution.Operands {
    Convolution.Operands(operands, hasAddend: problem.project?.hasAddend == true)
  }

  /// The steps of a band.
  private enum Step {
    /// A 1×1 convolution of some pixels.
    case matrix(
      any RowProductKernel, rows: Int, Convolution.Problem, UnsafePointer<Float>, addend: UnsafePointer<Float>?,
      UnsafeMutablePointer<Float>)
    /// Some depthwise output rows, the input rows, and the start of a whole picture.
    case depthwise(
      rows: Range<Int>, PictureRows, start: UnsafePointer<Float>, UnsafeMutablePointer<Float>)
  }

  private func forEachStep<Failure: Error>(
    _ units: Range<Int>, _ operands: Convolution.Operands, _ body: (Step) throws(Failure) -> Void
  ) throws(Failure) {
    let (output, scratch) = (operands.output, operands.scratch)
    let window = problem.depthwise.window
    let inputRow = window.inputWidth * (problem.expand?.inputChannels ?? problem.depthwise.channels)
    let resultRow = window.outputWidth * (problem.project?.outputChannels ?? 0)
    let ring = PictureRows(ring: scratch, rowStride: expandedRowLength, capacity: ringRows, shift: ringShift)
    var expanded = 0
    for unit in units {
      let (picture, part) = unit.quotientAndRemainder(dividingBy: bandsPerPicture)
      let first = part * bandRows
      let count = min(bandRows, window.outputHeight - first)
      let line = picture * window.outputHeight + first
      let pixels = operands.input + picture * window.inputHeight * inputRow
      let band = project == nil ? output + line * outputRowLength : scratch + ringCount
      if let expand, let problem = problem.expand {
        if part == 0 || unit == units.lowerBound { expanded = 0 }
        let end = min(window.firstRow(first + count - 1) + Self.reach(window), window.inputHeight)
        expanded = max(expanded, window.firstRow(first))
        while expanded < end {
          let place = ring.place(expanded)
          let rows = min(end - expanded, ringRows - place)
          try body(
            .matrix(
              expand, rows: rows * window.inputWidth, problem, pixels + expanded * inputRow, addend: nil,
              scratch + place * expandedRowLength))
          expanded += rows
        }
        try body(.depthwise(rows: first..<first + count, ring, start: scratch, band))
      } else {
        let picture = PictureRows(start: pixels, rowStride: inputRow)
        try body(.depthwise(rows: first..<first + count, picture, start: pixels, band))
      }
      if let project, let problem = problem.project {
        try body(
          .matrix(
            project, rows: count * window.outputWidth, problem, band,
            addend: operands.addend.map { $0 + line * resultRow }, output + line * resultRow))
      }
    }
  }

  /// Runs a matrix product in units of its kernel.
  private static func run(
    _ matrix: any RowProductKernel, rows: Int, input: UnsafePointer<Float>, addend: UnsafePointer<Float>?,
    output: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>, _ problem: Convolution.Problem
  ) {
    let step = matrix.takesAnyRows ? max(rows, 1) : matrix.rowsPerUnit
    for row in stride(from: 0, to: rows, by: step) {
      let place = row * problem.outputChannels
      matrix.run(
        rows: min(step, rows - row), input: input + row * problem.depth, addend: addend.map { $0 + place },
        output: output + place, scratch: scratch)
    }
  }
}
