import MachineCode

/// Grouped convolution: a product over patches for each group, side by side in the output.
///
///     input pixel:   | group 0's channels | group 1's | …
///     output pixel:  | group 0's filters  | group 1's | …
final class GroupedConvolution: UnitKernel {
  let problem: Convolution.Problem
  let matrices: [any RowProductKernel]
  private let pixelsPerUnit: Int
  /// Of any group; nil if the input's pixels have the rows.
  private let patches: Patches?

  /// Limited, since every group has its own kernel.
  static let maxGroups = 4096

  /// Depthwise kernels if each group is one channel, otherwise a product for each group.
  static let kernels: [Convolution.Candidate] = singleChannels + products

  private static let singleChannels = DepthwiseConvolution.floatKernels.map { depthwise in
    Convolution.Candidate(
      depthwise.provider, form: "depthwise",
      supports: { problem in problem.depthwiseProblem.map { depthwise.supports($0) } ?? false },
      make: { SingleChannelGroups($0, $1, depthwise, $2) })
  }
  private static let products = MatrixMultiply.family.kernels.filter { $0.provider != .reference }.map { matrix in
    Convolution.Candidate(
      matrix.provider, form: "groups",
      // Each group's code takes memory, too.
      supports: {
        $0.groups > 1 && $0.groups <= (matrix.provider == .machineCode ? 64 : maxGroups)
          && matrix.supports($0.groupProblem)
      },
      pays: { matrix.pays($0.groupProblem) },
      make: { GroupedConvolution($0, $1, matrix, $2) })
  }

  private init?(
    _ problem: Convolution.Problem, _ weights: LayerWeights,
    _ matrix: KernelCandidate<MatrixMultiply.Problem, any RowProductKernel>, _ code: CodeAllocator
  ) {
    let outputs = problem.outputChannels / problem.groups
    var matrices: [any RowProductKernel] = []
    for group in 0..<problem.groups {
      let weights = LayerWeights(
        filter: weights.filter + group * outputs * problem.depth,
        epilogue: weights.epilogue.part(group * outputs..<(group + 1) * outputs))
      guard let kernel = matrix.make(problem.groupProblem, weights, code) else { return nil }
      matrices.append(kernel)
    }
    self.problem = problem
    self.matrices = matrices
    let limit = problem.readsPixels ? Int.max : max((64 << 10) / max(problem.depth, 1), 1)
    pixelsPerUnit = min(matrices[0].rowsPerUnit, limit)
    patches =
      problem.readsPixels
      ? nil : Patches(problem.patchLayout, matrix.provider == .machineCode ? code : nil)
  }

  var memory: [any KernelMemory] { matrices.flatMap { $0.memory } + (patches?.memory ?? []) }
  var unitCount: Int { (problem.pixelCount + pixelsPerUnit - 1) / pixelsPerUnit }
  var elementsPerUnit: Int? { pixelsPerUnit * problem.outputChannels }
  var scratchCount: Int { patches == nil ? 0 : saturatingProduct(pixelsPerUnit, problem.depth) }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    forEachProduct(units, Convolution.Operands(operands, hasAddend: problem.hasAddend)) {
      pixels, source, scratch, matrix, rows, addend, output in
      patches?.copy(pixels, from: source, to: scratch)
      matrix.run(rows: pixels.count, input: rows, addend: addend, output: output)
    }
  }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [EmittedCall]? {
    guard saturatingProduct(units.count, matrices.count, 3) <= EmittedCall.maxPerOperator else { return nil }
    var calls: [EmittedCall]? = []
    forEachProduct(units, Convolution.Operands(operands, hasAddend: problem.hasAddend)) {
      pixels, source, scratch, matrix, rows, addend, output in
      if let patches { calls?.append(patches.call(pixels, from: source, to: scratch)) }
      guard let product = matrix.calls(rows: pixels.count, input: rows, addend: addend, output: output) else {
        calls = nil
        return
      }
      calls?.append(contentsOf: product)
    }
    return calls
  }

  /// Calls `body` with the pixels of each unit, the first channel of each group and the product that follows.
  private func forEachProduct(
    _ units: Range<Int>, _ operands: Convolution.Operands,
    _ body: (
      _ pixels: Range<Int>, _ source: UnsafePointer<Float>, _ scratch: UnsafeMutablePointer<Float>,
      _ matrix: any RowProductKernel, _ rows: UnsafePointer<Float>, _ addend: UnsafePointer<Float>?,
      _ output: UnsafeMutablePointer<Float>
    ) -> Void
  ) {
    let channels = problem.inputChannels / problem.groups, outputs = problem.outputChannels / problem.groups
    for unit in units {
      let first = unit * pixelsPerUnit
      let pixels = first..<min(first + pixelsPerUnit, problem.pixelCount)
      for (group, matrix) in matrices.enumerated() {
        let source = operands.input + group * channels
        let place = first * problem.outputChannels + group * outputs
        body(
          pixels, source, operands.scratch, matrix,
          patches == nil ? source + first * problem.inputChannels : UnsafePointer(operands.scratch),
          operands.addend.map { $0 + place }, operands.output + place)
      }
    }
  }
}

extension Convolution.Problem {
  var groupProblem: MatrixMultiply.Problem {
    MatrixMultiply.Problem(
      rows: pixelCount, columns: outputChannels / groups, depth: depth,
      inputStride: readsPixels ? inputChannels : depth, outputStride: outputChannels, hasAddend: hasAddend,
      element: element)
  }

  /// The equivalent depthwise convolution if each group is one channel.
  var depthwiseProblem: DepthwiseConvolution.Problem? {
    guard groups > 1, groups == inputChannels, !hasAddend else { return nil }
    return DepthwiseConvolution.Problem(
      batch: batch, channels: inputChannels, multiplier: outputChannels / groups, window: window)
  }
}

extension AlignedBuffer {
  convenience init(transposing matrix: UnsafePointer<Float>, rows: Int, columns: Int) {
    self.init(zeros: rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { pointer[column * rows + row] = matrix[row * columns + column] }
    }
  }
}

/// Groups of one channel by a depthwise kernel, whose filter has the channels innermost.
private final class SingleChannelGroups: UnitKernel {
  private let kernel: any DepthwiseConvolutionKernel

  init?(
    _ problem: Convolution.Problem, _ weights: LayerWeights,
    _ candidate: DepthwiseConvolution.Candidate, _ code: CodeAllocator
  ) {
    guard let depthwise = problem.depthwiseProblem else { return nil }
    let filter = AlignedBuffer(transposing: weights.filter, rows: problem.outputChannels, columns: problem.depth)
    let kernel = withExtendedLifetime(filter) {
      candidate.make(depthwise, .floats(LayerWeights(filter: filter.pointer, epilogue: weights.epilogue)), code)
    }
    guard let kernel else { return nil }
    self.kernel = kernel
  }

  var memory: [any KernelMemory] { kernel.memory }
  var unitCount: Int { kernel.unitCount }
  var elementsPerUnit: Int? { kernel.elementsPerUnit }

  func run(units: Range<Int>, _ operands: KernelOperands) { kernel.run(units: units, operands) }
}
