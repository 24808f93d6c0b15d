import TensorKernels

extension Int16DepthwiseConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<Int16DepthwiseConvolution.Weights> {
    let (channels, window) = (depthwise.channels, depthwise.window)
    let taps = window.filterHeight * window.filterWidth
    let counts = window.counts(batch: depthwise.batch, channels: channels, outputChannels: channels)
    return KernelTrial(
      constants: [TrialTensor(channels * taps, isPlain: true), TrialTensor(channels)],
      inputs: [TrialTensor(counts.input, .int16, .positive(32000))], outputs: [TrialTensor(counts.output, .int16)],
      multiplyAdds: counts.output * taps,
      weights: { operands in
        let weights = Int16DepthwiseConvolution.Weights(
          operands.layerWeights(channels: channels, activation: .clamp(lower: 0, upper: 6)), self, inputLimit: 6)
        guard let weights else { preconditionFailure("the filter of a trial has a 16-bit form") }
        return weights
      })
  }
}

extension Int16DepthwiseConvolution {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ channels: Int, _ window: Window2D, batch: Int = 1) -> Problem {
      Problem(DepthwiseConvolution.Problem(batch: batch, channels: channels, multiplier: 1, window: window))
    }
    return [
      .network("3×3 stride 2 at 112×112 of the landmark network", problem(64, .same(112, 112, filter: 3, stride: 2))),
      .network("5×5 at 28×28 of the landmark network", problem(240, .same(28, 28, filter: 5))),
      .network("5×5 at 14×14 of the landmark network", problem(672, .same(14, 14, filter: 5))),
      .network("5×5 at 7×7 of the landmark network", problem(1152, .same(7, 7, filter: 5))),
      .edge("fewer channels than two vectors", problem(8, .same(5, 9, filter: 3), batch: 2)),
      .edge("one vector and a half, an odd number of rows", problem(24, .same(7, 9, filter: 3), batch: 2)),
      .edge("two vectors and a quarter, stride 2", problem(40, .same(9, 11, filter: 3, stride: 2))),
      .edge("two vectors and three quarters, stride 3", problem(56, .same(10, 13, filter: 4, stride: 3))),
      .edge("a picture narrower than the filter", problem(16, .same(3, 2, filter: 5))),
      .edge("one tap", problem(32, .same(4, 5, filter: 1))),
      .edge("no pictures", problem(16, .same(3, 3, filter: 3), batch: 0)),
    ]
  }()
}
