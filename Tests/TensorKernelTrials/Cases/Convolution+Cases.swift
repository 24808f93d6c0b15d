import TensorKernels

extension Convolution.Problem: TrialProblem {
  package var trial: KernelTrial<LayerWeights> {
    let counts = window.counts(batch: batch, channels: inputChannels, outputChannels: outputChannels)
    return .layer(
      filter: outputChannels * depth, channels: outputChannels, terms: depth,
      inputs: [TrialTensor(counts.input)] + (hasAddend ? [TrialTensor(counts.output)] : []), output: counts.output)
  }
}

extension Convolution {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "first layer of the landmark network, 3×3 stride 2",
      Problem(batch: 1, inputChannels: 3, outputChannels: 24, window: .same(224, 224, filter: 3, stride: 2))),
    .network(
      "pointwise at 48×48 of the hand detector",
      Problem(batch: 1, inputChannels: 64, outputChannels: 64, window: .same(48, 48, filter: 1))),
    .network(
      "3×3 over many channels",
      Problem(batch: 1, inputChannels: 64, outputChannels: 64, window: .same(14, 14, filter: 3))),
    .network(
      "3×3 in four groups",
      Problem(batch: 1, inputChannels: 64, outputChannels: 64, window: .same(14, 14, filter: 3), groups: 4)),
    .edge(
      "fewer channels than a vector, two pictures",
      Problem(batch: 2, inputChannels: 3, outputChannels: 5, window: .same(5, 7, filter: 3))),
    .edge(
      "dilated, residual",
      Problem(
        batch: 1, inputChannels: 4, outputChannels: 9, window: .same(9, 8, filter: 3, dilation: 2), hasAddend: true)
    ),
    .edge(
      "bands with borders on all sides",
      Problem(batch: 2, inputChannels: 3, outputChannels: 8, window: .same(6, 9, filter: 5))),
    .edge(
      "groups of one channel",
      Problem(batch: 1, inputChannels: 5, outputChannels: 10, window: .same(4, 5, filter: 3), groups: 5)),
    .edge(
      "groups of one channel, one filter each",
      Problem(batch: 1, inputChannels: 16, outputChannels: 16, window: .same(4, 5, filter: 3), groups: 16)),
    .edge(
      "pointwise groups",
      Problem(batch: 1, inputChannels: 6, outputChannels: 4, window: .same(3, 3, filter: 1), groups: 2)),
    .edge(
      "no pictures", Problem(batch: 0, inputChannels: 3, outputChannels: 4, window: .same(3, 3, filter: 3))),
  ]
}
