import MachineCode

extension DepthwiseConvolution {
  static let int16Kernels: [Candidate] = [
    Candidate(
      .machineCode, form: "int16", elements: [.int16], supports: { MachineInt16Depthwise.supports($0) },
      make: { problem, weights, code in
        Int16DepthwiseWeights(weights, problem).flatMap { MachineInt16Depthwise(problem, $0, code) }
      }),
    Candidate(
      .simd, form: "int16", elements: [.int16],
      make: { problem, weights, _ in
        Int16DepthwiseWeights(weights, problem).map { SIMDInt16Depthwise(problem, $0) }
      }),
  ]

  /// Whether integers are faster for a convolution, the depthwise convolution that reads it, and the 1×1 convolution
  /// after that, if all kernels are emitted. Other kernels follow the same rule on request, so that all providers
  /// compute the same.
  package static func int16Pays(
    between first: Convolution.Problem, _ depthwise: Problem, and last: Convolution.Problem, requested: KernelProvider?
  ) -> Bool {
    guard !first.hasAddend, last.isPointwise, depthwise.hasInt16Form,
      MachineInt16Depthwise.hasSupportedSizes(depthwise),
      first.isPointwise
        ? Int16MatrixMultiply.pays(first.matrixProblem, requested: requested)
        : Int16Convolution.pays(first, requested: requested),
      Int16MatrixMultiply.pays(last.matrixProblem, input: .integers, requested: requested)
    else { return false }
    return Precision.takesIntegers(requested: requested, ifEmitted: MachineInt16Depthwise.supports(depthwise))
  }
}

extension DepthwiseConvolution.Problem {
  /// One filter per channel, whose sums cannot overflow; pairs of channels fill floats.
  package var hasInt16Form: Bool {
    multiplier == 1 && channels.isMultiple(of: 8) && channels > 0 && window.dilationX == 1 && window.dilationY == 1
      && (1...81).contains(tapCount)
  }

  /// Including an overlapping group.
  var packedByteCountOfInt16: Int {
    let perChannel = 3
    let terms = max(
      window.filterHeight * (window.filterWidth + 1), window.filterWidth * (window.filterHeight + window.strideY + 1))
    return (channels + 32) * (perChannel + terms) * 4
  }
}

package struct Int16DepthwiseWeights: Sendable {
  /// The filter's taps of each channel, row by row.
  let filter: Int16Filter
  /// One per channel.
  let scales: AlignedBuffer, bias: AlignedBuffer

  /// Nil if 16 bits cannot represent the weights, or outputs are not bounded.
  package init?(_ weights: DepthwiseConvolution.Weights, _ problem: DepthwiseConvolution.Problem) {
    guard case .floats(let weights) = weights, case .int16(let inputLimit) = problem.elements else { return nil }
    let (channels, taps) = (problem.channels, problem.tapCount)
    let values = AlignedBuffer(zeros: channels * taps)
    for tap in 0..<taps {
      for channel in 0..<channels { values.pointer[channel * taps + tap] = weights.filter[tap * channels + channel] }
    }
    guard let outputLimit = BoundedInt16.limit(weights.epilogue.activation),
      let filter = Int16Filter(values.pointer, columns: channels, depth: taps, terms: .wide)
    else { return nil }
    self.filter = filter
    let factor = BoundedInt16.terms.factor(limit: outputLimit)
    scales = filter.scales.scaled(by: BoundedInt16.wide.scale(limit: inputLimit) * factor)
    bias = weights.epilogue.bias.scaled(by: factor)
  }
}
