import TensorKernels

extension ByteMaxPooling.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = window.counts(batch: batch, channels: channels, outputChannels: channels)
    return KernelTrial(
      inputs: [TrialTensor(counts.input, element, .upTo(255))], outputs: [TrialTensor(counts.output, element)])
  }
}

extension ByteAveragePooling {
  package static let cases: [KernelCase<Problem>] = ByteMaxPooling.cases
}

extension ByteMaxPooling {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ window: Window2D, batch: Int = 1, channels: Int, isSigned: Bool, hasLimits: Bool = true
    ) -> Problem {
      let all = ByteRange(isSigned: isSigned, zeroPoint: 3)
      let limited = ByteRange(isSigned: isSigned, zeroPoint: 3, limits: isSigned ? -90...100 : 20...240)
      return Problem(batch: batch, channels: channels, window: window, range: hasLimits ? limited : all)
    }
    let beyond = Window2D(input: (3, 3), output: (4, 4), filter: (2, 2), stride: (2, 2), padding: (0, 0))
    return [
      .network("2×2 maximum of bytes", problem(.same(96, 96, filter: 2, stride: 2), channels: 32, isSigned: true)),
      .edge("overlapping maxima of bytes", problem(.same(5, 7, filter: 3), batch: 2, channels: 16, isSigned: true)),
      .edge(
        "channels and a part of a vector",
        problem(.same(4, 5, filter: 3, stride: 2), channels: 37, isSigned: false)),
      .edge(
        "vectors of channels",
        problem(.same(5, 19, filter: 3, stride: 2), batch: 2, channels: 96, isSigned: false)),
      .edge("wide vectors of channels", problem(.same(6, 4, filter: 2, stride: 2), channels: 128, isSigned: true)),
      .edge(
        "all bytes with a sign",
        problem(.same(7, 6, filter: 3, stride: 2), channels: 64, isSigned: true, hasLimits: false)),
      .edge(
        "all bytes without a sign", problem(.same(3, 2, filter: 5), channels: 32, isSigned: false, hasLimits: false)),
      .edge("windows without taps", problem(beyond, channels: 64, isSigned: true)),
      .edge("fewer channels than a vector", problem(.same(4, 5, filter: 3, stride: 2), channels: 3, isSigned: true)),
      .edge("no pictures", problem(.same(4, 4, filter: 2), batch: 0, channels: 16, isSigned: false)),
    ]
  }()
}
