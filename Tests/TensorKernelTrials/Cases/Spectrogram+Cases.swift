import TensorKernels

extension Spectrogram.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let samples = windows == 0 ? 0 : (windows - 1) * stride + window
    return KernelTrial(
      inputs: [TrialTensor(samples * channels)], outputs: [TrialTensor(channels * windows * frequencies)])
  }
}

extension Spectrogram {
  package static let cases: [KernelCase<Problem>] = [
    .network("a second of speech", Problem(channels: 1, windows: 49, window: 480, stride: 320, isSquared: true)),
    .edge("two samples", Problem(channels: 2, windows: 3, window: 2, stride: 1, isSquared: false)),
    .edge("overlapping windows", Problem(channels: 3, windows: 4, window: 6, stride: 2, isSquared: false)),
    .edge("no windows", Problem(channels: 3, windows: 0, window: 6, stride: 2, isSquared: true)),
  ]
}
