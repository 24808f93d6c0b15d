import TensorKernels

extension BytePReLU.Problem: TrialProblem {
  package var trial: KernelTrial<[Float]> {
    KernelTrial(
      inputs: [TrialTensor(rows * channels, input.element, .upTo(255))],
      outputs: [TrialTensor(rows * channels, output.element)],
      weights: { _ in (0..<channels).map { Float($0 * 7919 % 2003 - 801) / 1000 } })
  }
}

extension BytePReLU {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ rows: Int, _ channels: Int, isSigned: Bool, outputScale: Float = 0.0313) -> Problem {
      Problem(
        rows: rows, channels: channels, input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? 11 : 130),
        inputScale: 0.0471,
        output: ByteRange(
          isSigned: isSigned, zeroPoint: isSigned ? -31 : 90, limits: isSigned ? -128...120 : 2...255),
        outputScale: outputScale)
    }
    let sizes = [
      (1, 1), (5, 7), (6, 24), (16, 24), (2, 32), (3, 33), (7, 64), (0, 8), (2, 300), (2, 320), (64, 8), (64, 33),
    ]
    return [.network("slopes of the hand detector, by way of floats", problem(96 * 96, 32, isSigned: true))]
      + sizes.flatMap { rows, channels in
        [false, true].map {
          .edge("\(rows) rows of \(channels) \($0 ? "int8" : "uint8")", problem(rows, channels, isSigned: $0))
        }
      } + [
        // Half of all results are in the middle between two integers.
        .edge("results that are ties", problem(3, 16, isSigned: true, outputScale: 0.0942)),
        .edge("vectors of results that are ties", problem(4, 16, isSigned: true, outputScale: 0.0942)),
        .edge("factors of some bits before the point", problem(2, 64, isSigned: true, outputScale: 0.005)),
        .edge("factors without bits behind the point", problem(2, 64, isSigned: false, outputScale: 0.00001)),
      ]
  }()
}
