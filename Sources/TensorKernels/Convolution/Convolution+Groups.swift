import MachineCode

/// Groups of one channel by a depthwise kernel, whose filter has the channels innermost.
final class SingleChannelGroups: UnitKernel {
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
  var isEmitted: Bool { kernel.isEmitted }

  func run(units: Range<Int>, _ operands: KernelOperands) { kernel.run(units: units, operands) }

  func calls(units: Range<Int>, _ operands: KernelOperands) -> [KernelCall]? {
    kernel.calls(units: units, operands)
  }
}

extension Convolution.Problem {
  /// The equivalent depthwise convolution if each group is one channel.
  var depthwiseProblem: DepthwiseConvolution.Problem? {
    guard groups > 1, groups == inputChannels, !hasAddend else { return nil }
    return DepthwiseConvolution.Problem(
      batch: batch, channels: inputChannels, multiplier: outputChannels / groups, window: window)
  }

  /// Whether portable vectors take one channel of each group.
  package var hasVectorsOfChannels: Bool { depthwiseProblem.map { SIMDDepthwiseConvolution.supports($0) } ?? false }
}

extension AlignedBuffer {
  convenience init(transposing matrix: UnsafePointer<Float>, rows: Int, columns: Int) {
    self.init(zeros: rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { pointer[column * rows + row] = matrix[row * columns + column] }
    }
  }
}
