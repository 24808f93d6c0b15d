import TensorKernels

extension Pooling.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = window.counts(batch: batch, channels: channels, outputChannels: channels)
    return KernelTrial(inputs: [TrialTensor(counts.input)], outputs: [TrialTensor(counts.output)])
  }
}

extension Pooling {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ operation: Operation, _ window: Window2D, batch: Int = 1, channels: Int, limit: Float = .infinity
    ) -> Problem {
      Problem(operation: operation, batch: batch, channels: channels, window: window, lower: -limit, upper: limit)
    }
    return [
      .network(
        "2×2 maximum of the hand detector", problem(.maximum, .same(96, 96, filter: 2, stride: 2), channels: 32)),
      .network("mean of 7×7", problem(.average, .same(7, 7, filter: 7, stride: 7), channels: 1152)),
      .edge(
        "overlapping maxima, limited", problem(.maximum, .same(5, 7, filter: 3), batch: 2, channels: 8, limit: 0.5)),
      .edge(
        "maxima of fewer channels than a vector", problem(.maximum, .same(4, 5, filter: 3, stride: 2), channels: 3)),
      .edge("means with borders of whole vectors", problem(.average, .same(5, 11, filter: 3), batch: 2, channels: 16)),
      .edge(
        "means, limited", problem(.average, .same(7, 6, filter: 2, stride: 2), channels: 8, limit: 0.25)),
      .edge("means with borders", problem(.average, .same(5, 6, filter: 3), batch: 2, channels: 9)),
      .edge("roots of mean squares", problem(.rootMeanSquare, .same(5, 6, filter: 2), channels: 5)),
      .edge("no pictures", problem(.maximum, .same(4, 4, filter: 2), batch: 0, channels: 8)),
    ]
  }()
}
