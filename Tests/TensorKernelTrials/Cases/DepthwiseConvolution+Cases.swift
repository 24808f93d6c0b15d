import TensorKernels

extension DepthwiseConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<LayerWeights> {
    let outputs = channels * multiplier
    let taps = window.filterHeight * window.filterWidth
    let counts = window.counts(batch: batch, channels: channels, outputChannels: outputs)
    return .layer(
      filter: taps * outputs, channels: outputs, terms: taps, inputs: [TrialTensor(counts.input)],
      output: counts.output)
  }
}

extension DepthwiseConvolution {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "5×5 at 48×48 of the hand detector",
      Problem(batch: 1, channels: 64, multiplier: 1, window: .same(48, 48, filter: 5))),
    .network(
      "5×5 at 12×12 of the hand detector",
      Problem(batch: 1, channels: 256, multiplier: 1, window: .same(12, 12, filter: 5))),
    .network(
      "3×3 stride 2 at 28×28 of the landmark network",
      Problem(batch: 1, channels: 240, multiplier: 1, window: .same(28, 28, filter: 3, stride: 2))),
    .network(
      "5×5 at 14×14 of the landmark network",
      Problem(batch: 1, channels: 672, multiplier: 1, window: .same(14, 14, filter: 5))),
    .edge(
      "fewer channels than a vector", Problem(batch: 2, channels: 3, multiplier: 1, window: .same(5, 9, filter: 3))),
    .edge(
      "one channel more than two vectors",
      Problem(batch: 1, channels: 17, multiplier: 1, window: .same(5, 6, filter: 3, stride: 2))),
    .edge(
      "three vectors, an odd number of rows, dilated",
      Problem(batch: 2, channels: 24, multiplier: 1, window: .same(7, 9, filter: 3, dilation: 2))),
    .edge(
      "sixteen channels, a last row more than a tile",
      Problem(batch: 2, channels: 16, multiplier: 1, window: .same(13, 17, filter: 3))),
    .edge(
      "sixteen channels, two last rows more than a tile, stride 2",
      Problem(batch: 1, channels: 48, multiplier: 1, window: .same(12, 14, filter: 5, stride: 2))),
    .edge(
      "a picture narrower than the filter",
      Problem(batch: 1, channels: 8, multiplier: 1, window: .same(3, 2, filter: 5))),
    .edge("two filters a channel", Problem(batch: 1, channels: 5, multiplier: 2, window: .same(4, 4, filter: 3))),
    .edge("no pictures", Problem(batch: 0, channels: 8, multiplier: 1, window: .same(3, 3, filter: 3))),
  ]
}
