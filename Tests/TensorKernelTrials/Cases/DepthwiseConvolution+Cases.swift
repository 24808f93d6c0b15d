import TensorKernels

extension DepthwiseConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<DepthwiseConvolution.Weights> {
    let counts = window.counts(batch: batch, channels: channels, outputChannels: channels)
    let output = TrialTensor(counts.output, element)
    switch elements {
    case .floats:
      let layer = layerTrial
      return KernelTrial(
        constants: layer.constants, inputs: layer.inputs, outputs: layer.outputs, tolerance: layer.tolerance,
        multiplyAdds: layer.multiplyAdds, weights: { .floats(layer.weights($0)) })
    case .int16:
      return KernelTrial(
        constants: [TrialTensor(channels * taps, isPlain: true), TrialTensor(channels)],
        inputs: [TrialTensor(counts.input, .int16, .positive(32000))], outputs: [output], multiplyAdds: multiplyAdds,
        weights: { .floats($0.layerWeights(channels: channels, activation: .clamp(lower: 0, upper: 6))) })
    case .bytes:
      return KernelTrial(
        inputs: [TrialTensor(counts.input, element, .upTo(255))], outputs: [output], multiplyAdds: multiplyAdds,
        weights: { _ in byteWeights })
    }
  }

  /// Of floats.
  var layerTrial: KernelTrial<LayerWeights> {
    let outputs = channels * multiplier
    let counts = window.counts(batch: batch, channels: channels, outputChannels: outputs)
    return .layer(
      filter: taps * outputs, channels: outputs, terms: taps, inputs: [TrialTensor(counts.input)],
      output: counts.output)
  }

  private var taps: Int { window.filterHeight * window.filterWidth }

  private var byteWeights: DepthwiseConvolution.Weights {
    // Of some numbers of channels, filters do not fit in bytes.
    let largest = [11, 27].contains(channels) ? 255 : 127
    return .bytes(
      filter: (0..<taps * channels).map { Int16($0 * 7919 % (2 * largest + 1) - largest) },
      Requantization.Weights(
        factors: (0..<channels).map { FixedPointMultiplier(trialFactor($0)) },
        bias: (0..<channels).map { trialBias($0) }, channels: channels))
  }

  // Of some channels, all sums give one byte.

  private func trialFactor(_ channel: Int) -> Double {
    channel % 13 == 12 ? 1e-12 : 0.004 * (1 + Double(channel % 7))
  }

  private func trialBias(_ channel: Int) -> Int32 {
    channel % 13 == 12 ? .max - 10_000_000 : Int32(channel * 7919 % 20011) - 10000
  }
}

extension DepthwiseConvolution {
  package static let cases = floatCases + int16Cases + byteCases

  private static func problem(
    _ batch: Int, _ channels: Int, _ window: Window2D, _ elements: Elements = .floats
  ) -> Problem {
    Problem(batch: batch, channels: channels, multiplier: 1, window: window, elements)
  }

  private static let floatCases: [KernelCase<Problem>] = [
    .network("5×5 at 48×48 of the hand detector", problem(1, 64, .same(48, 48, filter: 5))),
    .network("5×5 at 12×12 of the hand detector", problem(1, 256, .same(12, 12, filter: 5))),
    .network("3×3 stride 2 at 28×28 of the landmark network", problem(1, 240, .same(28, 28, filter: 3, stride: 2))),
    .network("5×5 at 14×14 of the landmark network", problem(1, 672, .same(14, 14, filter: 5))),
    .edge("fewer channels than a vector", problem(2, 3, .same(5, 9, filter: 3))),
    .edge("one channel more than two vectors", problem(1, 17, .same(5, 6, filter: 3, stride: 2))),
    .edge("three vectors, an odd number of rows, dilated", problem(2, 24, .same(7, 9, filter: 3, dilation: 2))),
    .edge("sixteen channels, a last row more than a tile", problem(2, 16, .same(13, 17, filter: 3))),
    .edge(
      "sixteen channels, two last rows more than a tile, stride 2",
      problem(1, 48, .same(12, 14, filter: 5, stride: 2))),
    .edge("a picture narrower than the filter", problem(1, 8, .same(3, 2, filter: 5))),
    .edge("one channel less than two vectors", problem(2, 15, .same(9, 14, filter: 3))),
    .edge("four vectors and some channels, dilated", problem(1, 37, .same(7, 9, filter: 3, dilation: 2))),
    .edge("eight neighbors of three channels, twice and some", problem(2, 3, .same(7, 21, filter: 3))),
    .edge("eight neighbors of one channel, dilated", problem(1, 1, .same(9, 12, filter: 3, dilation: 2))),
    .edge("eight neighbors of seven channels", problem(1, 7, .same(6, 12, filter: 5))),
    .edge("two filters a channel", Problem(batch: 1, channels: 5, multiplier: 2, window: .same(4, 4, filter: 3))),
    .edge("no pictures", problem(0, 8, .same(3, 3, filter: 3))),
  ]

  private static let int16Cases: [KernelCase<Problem>] = {
    func problem(_ channels: Int, _ window: Window2D, batch: Int = 1) -> Problem {
      Self.problem(batch, channels, window, .int16(inputLimit: 6))
    }
    return [
      .network(
        "int16, 3×3 stride 2 at 112×112 of the landmark network", problem(64, .same(112, 112, filter: 3, stride: 2))),
      .network("int16, 5×5 at 28×28 of the landmark network", problem(240, .same(28, 28, filter: 5))),
      .network("int16, 5×5 at 14×14 of the landmark network", problem(672, .same(14, 14, filter: 5))),
      .network("int16, 5×5 at 7×7 of the landmark network", problem(1152, .same(7, 7, filter: 5))),
      .edge("int16, fewer channels than two vectors", problem(8, .same(5, 9, filter: 3), batch: 2)),
      .edge("int16, one vector and a half, an odd number of rows", problem(24, .same(7, 9, filter: 3), batch: 2)),
      .edge("int16, two vectors and a quarter, stride 2", problem(40, .same(9, 11, filter: 3, stride: 2))),
      .edge("int16, two vectors and three quarters, stride 3", problem(56, .same(10, 13, filter: 4, stride: 3))),
      .edge("int16, a picture narrower than the filter", problem(16, .same(3, 2, filter: 5))),
      .edge("int16, one tap", problem(32, .same(4, 5, filter: 1))),
      .edge("int16, no pictures", problem(16, .same(3, 3, filter: 3), batch: 0)),
    ]
  }()

  private static let byteCases: [KernelCase<Problem>] = {
    func problem(_ batch: Int, _ channels: Int, _ window: Window2D, isSigned: Bool = true) -> Problem {
      let input = ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -5 : 130)
      let output = ByteRange(
        isSigned: isSigned, zeroPoint: isSigned ? 7 : 120, limits: isSigned ? -100...127 : 3...250)
      return Self.problem(batch, channels, window, .bytes(input: input, output: output))
    }
    let beyond = Window2D(input: (4, 5), output: (9, 9), filter: (3, 3), stride: (2, 2), padding: (6, 6))
    return [
      .network("bytes, 3×3 of a MobileNet at 56×56", problem(1, 128, .same(56, 56, filter: 3))),
      .edge("bytes, stride 2, several bands", problem(1, 256, .same(41, 40, filter: 3, stride: 2))),
      .edge("bytes, 5×5, two pictures, without signs", problem(2, 40, .same(9, 7, filter: 5), isSigned: false)),
      .edge("bytes, dilated", problem(1, 24, .same(7, 9, filter: 3, dilation: 2))),
      .edge("bytes, dilated, channels in whole vectors", problem(2, 32, .same(7, 9, filter: 3, dilation: 2))),
      .edge("bytes, 5×5 of two groups of rows", problem(1, 16, .same(8, 7, filter: 5, stride: 2), isSigned: false)),
      .edge("bytes, 7×7 wider than the picture", problem(1, 48, .same(5, 3, filter: 7))),
      .edge("bytes, a picture narrower than the filter", problem(1, 8, .same(3, 2, filter: 5))),
      .edge("bytes, pixels of a vector, and some", problem(1, 32, .same(9, 11, filter: 5))),
      .edge("bytes, four pixels of a vector, and three", problem(2, 16, .same(5, 7, filter: 3), isSigned: false)),
      .edge("bytes, two pixels of 24 channels, and one", problem(1, 24, .same(9, 7, filter: 3))),
      .edge("bytes, four pixels of eight channels, and two", problem(1, 8, .same(7, 10, filter: 5), isSigned: false)),
      .edge("bytes, a vector and a part of one", problem(1, 88, .same(6, 6, filter: 3, stride: 2))),
      .edge("bytes, a vector and nearly a second", problem(1, 120, .same(5, 6, filter: 2))),
      .edge("bytes, four rows, a group each", problem(1, 16, .same(5, 6, filter: 4))),
      .edge("bytes, six rows, groups three rows apart", problem(1, 32, .same(9, 5, filter: 6))),
      .edge("bytes, the most rows, fewer output rows than shifts", problem(2, 16, .same(3, 5, filter: 8, stride: 2))),
      .edge("bytes, 7×7 of two groups", problem(1, 64, .same(8, 9, filter: 7), isSigned: false)),
      .edge("bytes, stride 3, a row and a part of a vector", problem(1, 32, .same(10, 3, filter: 3, stride: 3))),
      .edge("bytes, windows outside the picture", problem(1, 16, beyond)),
      .edge("bytes, fewer channels than a vector", problem(2, 3, .same(5, 9, filter: 3))),
      .edge("bytes, some channels of wide filters", problem(2, 11, .same(9, 5, filter: 3))),
      .edge("bytes, pixels of three channels in sequence", problem(1, 3, .same(7, 70, filter: 3))),
      .edge("bytes, pixels of 19 channels in sequence", problem(2, 19, .same(8, 21, filter: 3))),
      .edge("bytes, three vectors and some channels of wide filters", problem(1, 27, .same(9, 2, filter: 3))),
      .edge("bytes, pixels of one channel in sequence", problem(2, 1, .same(7, 100, filter: 3))),
      .edge("bytes, pixels of four channels in sequence, dilated", problem(1, 4, .same(9, 33, filter: 3, dilation: 2))),
      .edge("bytes, pixels of five channels in sequence", problem(2, 5, .same(6, 67, filter: 5), isSigned: false)),
      .edge("bytes, a row just long enough for a sequence", problem(1, 17, .same(5, 4, filter: 3))),
      .edge("bytes, pixels of 20 channels in sequence, 7×7", problem(1, 20, .same(9, 41, filter: 7))),
      .edge("bytes, a long pixel in sequence, stride 2", problem(1, 100, .same(9, 11, filter: 3, stride: 2))),
      .edge("bytes, long pixels in sequence", problem(1, 225, .same(4, 14, filter: 3), isSigned: false)),
      .edge("bytes, pixels of ten channels, stride 2", problem(1, 10, .same(9, 30, filter: 3, stride: 2))),
      .edge("bytes, no pictures", problem(0, 8, .same(3, 3, filter: 3))),
      // Code would have a constant of 2^31.
      .edge("bytes, the largest stride", problem(1, 32, .same(1, 1, filter: 1, stride: 1 << 24))),
    ]
  }()
}
