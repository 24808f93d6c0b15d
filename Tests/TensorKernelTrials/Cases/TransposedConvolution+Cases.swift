import TensorKernels

extension TransposedConvolution.Problem: TrialProblem {
  package var trial: KernelTrial<LayerWeights> {
    let taps = ((filterHeight + strideY - 1) / strideY) * ((filterWidth + strideX - 1) / strideX)
    return .layer(
      filter: outputChannels * filterHeight * filterWidth * inputChannels, channels: outputChannels,
      terms: taps * inputChannels, inputs: [TrialTensor(batch * inputHeight * inputWidth * inputChannels)],
      output: batch * outputHeight * outputWidth * outputChannels)
  }
}

extension TransposedConvolution {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "2×2 stride 2, a picture of twice the size",
      Problem(
        batch: 1, channels: (64, 32), input: (28, 28), output: (56, 56), filter: (2, 2), stride: (2, 2),
        padding: (0, 0))),
    .network(
      "3×3 stride 2, windows that overlap",
      Problem(
        batch: 1, channels: (32, 16), input: (28, 28), output: (56, 56), filter: (3, 3), stride: (2, 2),
        padding: (0, 0))),
    .edge(
      "more stride than filter: pixels of the bias alone",
      Problem(
        batch: 2, channels: (3, 5), input: (3, 4), output: (9, 12), filter: (2, 2), stride: (3, 3), padding: (0, 0))),
    .edge(
      "borders cut off",
      Problem(
        batch: 1, channels: (4, 9), input: (4, 3), output: (8, 6), filter: (5, 4), stride: (2, 2), padding: (1, 1))),
    .edge(
      "unequal strides",
      Problem(
        batch: 1, channels: (2, 4), input: (3, 3), output: (3, 8), filter: (1, 3), stride: (1, 3), padding: (0, 0))),
  ]
}
