import TensorKernels

extension ByteDepthwiseConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<ByteDepthwiseConvolution.Weights> {
    let counts = depthwise.window.counts(
      batch: depthwise.batch, channels: depthwise.channels, outputChannels: depthwise.channels)
    let filterCount = depthwise.window.filterHeight * depthwise.window.filterWidth * depthwise.channels
    // Of channels in whole eights, filters fit in bytes.
    let largest = depthwise.channels.isMultiple(of: 8) ? 127 : 255
    return KernelTrial(
      inputs: [TrialTensor(counts.input, input.element, .upTo(255))],
      outputs: [TrialTensor(counts.output, output.element)], multiplyAdds: multiplyAdds,
      weights: { _ in
        ByteDepthwiseConvolution.Weights(
          filter: (0..<filterCount).map { Int16($0 * 7919 % (2 * largest + 1) - largest) },
          factors: (0..<depthwise.channels).map { FixedPointMultiplier(trialFactor($0)) },
          bias: (0..<depthwise.channels).map { trialBias($0) }, channels: depthwise.channels)
      })
  }

  // Of some channels, all sums give one byte.

  private func trialFactor(_ channel: Int) -> Double {
    channel % 13 == 12 ? 1e-12 : 0.004 * (1 + Double(channel % 7))
  }

  private func trialBias(_ channel: Int) -> Int32 {
    channel % 13 == 12 ? .max - 10_000_000 : Int32(channel * 7919 % 20011) - 10000
  }
}

extension ByteDepthwiseConvolution {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ batch: Int, _ channels: Int, _ window: Window2D, isSigned: Bool = true) -> Problem {
      Problem(
        DepthwiseConvolution.Problem(batch: batch, channels: channels, multiplier: 1, window: window),
        input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130),
        output: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? 7 : 120, limits: isSigned ? -100...127 : 3...250))
    }
    let beyond = Window2D(input: (4, 5), output: (9, 9), filter: (3, 3), stride: (2, 2), padding: (6, 6))
    return [
      .network("3×3 of a MobileNet at 56×56", problem(1, 128, .same(56, 56, filter: 3))),
      .edge("stride 2, several bands", problem(1, 256, .same(41, 40, filter: 3, stride: 2))),
      .edge("5×5, two pictures, without signs", problem(2, 40, .same(9, 7, filter: 5), isSigned: false)),
      .edge("dilated", problem(1, 24, .same(7, 9, filter: 3, dilation: 2))),
      .edge("dilated, channels in whole vectors", problem(2, 32, .same(7, 9, filter: 3, dilation: 2))),
      .edge("5×5 of two groups of rows", problem(1, 16, .same(8, 7, filter: 5, stride: 2), isSigned: false)),
      .edge("7×7 wider than the picture", problem(1, 48, .same(5, 3, filter: 7))),
      .edge("a picture narrower than the filter", problem(1, 8, .same(3, 2, filter: 5))),
      .edge("pixels of a vector, and some", problem(1, 32, .same(9, 11, filter: 5))),
      .edge("four pixels of a vector, and three", problem(2, 16, .same(5, 7, filter: 3), isSigned: false)),
      .edge("two pixels of 24 channels, and one", problem(1, 24, .same(9, 7, filter: 3))),
      .edge("four pixels of eight channels, and two", problem(1, 8, .same(7, 10, filter: 5), isSigned: false)),
      .edge("a vector and a part of one", problem(1, 88, .same(6, 6, filter: 3, stride: 2))),
      .edge("a vector and nearly a second", problem(1, 120, .same(5, 6, filter: 2))),
      .edge("four rows, a group each", problem(1, 16, .same(5, 6, filter: 4))),
      .edge("six rows, groups three rows apart", problem(1, 32, .same(9, 5, filter: 6))),
      .edge("the most rows, fewer output rows than shifts", problem(2, 16, .same(3, 5, filter: 8, stride: 2))),
      .edge("7×7 of two groups", problem(1, 64, .same(8, 9, filter: 7), isSigned: false)),
      .edge("stride 3, a row and a part of a vector", problem(1, 32, .same(10, 3, filter: 3, stride: 3))),
      .edge("windows outside the picture", problem(1, 16, beyond)),
      .edge("fewer channels than a vector", problem(2, 3, .same(5, 9, filter: 3))),
      .edge("no pictures", problem(0, 8, .same(3, 3, filter: 3))),
      // Code would have a constant of 2^31.
      .edge("the largest stride", problem(1, 32, .same(1, 1, filter: 1, stride: 1 << 24))),
    ]
  }()
}
