extension DepthwiseConvolution {
  static let int16Kernels: [Candidate] = [
    Candidate(
      .simd, form: "int16", elements: [.int16],
      make: { problem, weights, _ in
        Int16DepthwiseWeights(weights, problem).map { SIMDInt16Depthwise(problem, $0) }
      })
  ]
}

extension DepthwiseConvolution.Problem {
  /// One filter per channel, whose sums cannot overflow; pairs of channels fill floats.
  package var hasInt16Form: Bool {
    multiplier == 1 && channels.isMultiple(of: 8) && channels > 0 && window.dilationX == 1 && window.dilationY == 1
      && (1...81).contains(tapCount)
  }

  /// Sizes for which code is short and displacements fit; at least one group of channels.
  package var hasInt16Sizes: Bool {
    channels >= 16 && channels < 1 << 20 && window.inputWidth < 1 << 12
      && window.outputWidth < 1 << 12 && window.inputWidth * channels < 1 << 24
      && window.outputWidth * channels < 1 << 24 && window.outputWidth > 0 && window.outputHeight > 0
      && window.inputWidth > 0 && window.inputHeight > 0 && window.strideX <= 16 && window.strideY <= 16
      && window.paddingLeft < 1 << 12
  }

  /// Including an overlapping group.
  package var packedByteCountOfInt16: Int {
    let perChannel = 3
    let terms = max(
      window.filterHeight * (window.filterWidth + 1), window.filterWidth * (window.filterHeight + window.strideY + 1))
    return (channels + 32) * (perChannel + terms) * 4
  }
}

package struct Int16DepthwiseWeights: Sendable {
  /// The filter's taps of each channel, row by row.
  package let filter: Int16Filter
  /// One per channel.
  package let scales: AlignedBuffer, bias: AlignedBuffer

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
