import TensorKernels

extension Pooling.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = window.counts(batch: batch, channels: channels, outputChannels: channels)
    let output = TrialTensor(counts.output, element)
    switch elements {
    case .floats: return KernelTrial(inputs: [TrialTensor(counts.input)], outputs: [output])
    case .bytes: return KernelTrial(inputs: [TrialTensor(counts.input, element, .upTo(255))], outputs: [output])
    }
  }
}

extension Pooling {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ operation: Operation, _ window: Window2D, batch: Int = 1, channels: Int, limit: Float = .infinity
    ) -> Problem {
      Problem(
        operation: operation, batch: batch, channels: channels, window: window, .floats(lower: -limit, upper: limit))
    }
    return [
      .network(
        "2×2 maximum of the hand detector", problem(.maximum, .same(96, 96, filter: 2, stride: 2), channels: 32)),
      .network("mean of 7×7", problem(.average, .same(7, 7, filter: 7, stride: 7), channels: 1152)),
      .edge(
        "overlapping maxima, limited", problem(.maximum, .same(5, 7, filter: 3), batch: 2, channels: 8, limit: 0.5)),
      .edge(
        "maxima of fewer channels than a vector", problem(.maximum, .same(4, 5, filter: 3, stride: 2), channels: 3)),
      .edge("maxima with an overlapping vector", problem(.maximum, .same(4, 5, filter: 2), channels: 13, limit: 0.5)),
      .edge("means with borders of whole vectors", problem(.average, .same(5, 11, filter: 3), batch: 2, channels: 16)),
      .edge(
        "means, limited", problem(.average, .same(7, 6, filter: 2, stride: 2), channels: 8, limit: 0.25)),
      .edge("means with borders", problem(.average, .same(5, 6, filter: 3), batch: 2, channels: 9)),
      .edge("roots of mean squares", problem(.rootMeanSquare, .same(5, 6, filter: 2), channels: 5)),
      .edge("no pictures", problem(.maximum, .same(4, 4, filter: 2), batch: 0, channels: 8)),
    ] + [Operation.maximum, .average].flatMap(casesOfBytes)
  }()

  private static func casesOfBytes(_ operation: Operation) -> [KernelCase<Problem>] {
    func problem(
      _ window: Window2D, batch: Int = 1, channels: Int, isSigned: Bool, hasLimits: Bool = true
    ) -> Problem {
      let all = ByteRange(isSigned: isSigned, zeroPoint: 3)
      let limited = ByteRange(isSigned: isSigned, zeroPoint: 3, limits: isSigned ? -90...100 : 20...240)
      return Problem(
        operation: operation, batch: batch, channels: channels, window: window, .bytes(hasLimits ? limited : all))
    }
    let name = "\(operation) of bytes"
    let beyond = Window2D(input: (3, 3), output: (4, 4), filter: (2, 2), stride: (2, 2), padding: (0, 0))
    return [
      .network("\(name), 2×2", problem(.same(96, 96, filter: 2, stride: 2), channels: 32, isSigned: true)),
      .edge("\(name), overlapping", problem(.same(5, 7, filter: 3), batch: 2, channels: 16, isSigned: true)),
      .edge(
        "\(name), channels and a part of a vector",
        problem(.same(4, 5, filter: 3, stride: 2), channels: 37, isSigned: false)),
      .edge(
        "\(name), vectors of channels",
        problem(.same(5, 19, filter: 3, stride: 2), batch: 2, channels: 96, isSigned: false)),
      .edge("\(name), wide vectors", problem(.same(6, 4, filter: 2, stride: 2), channels: 128, isSigned: true)),
      .edge(
        "\(name), all with a sign",
        problem(.same(7, 6, filter: 3, stride: 2), channels: 64, isSigned: true, hasLimits: false)),
      .edge(
        "\(name), all without a sign",
        problem(.same(3, 2, filter: 5), channels: 32, isSigned: false, hasLimits: false)),
      .edge("\(name), windows without taps", problem(beyond, channels: 64, isSigned: true)),
      .edge(
        "\(name), fewer channels than a vector",
        problem(.same(4, 5, filter: 3, stride: 2), channels: 3, isSigned: true)),
      .edge("\(name), no pictures", problem(.same(4, 4, filter: 2), batch: 0, channels: 16, isSigned: false)),
    ]
  }
}
