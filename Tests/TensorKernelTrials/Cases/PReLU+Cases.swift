import TensorKernels

extension PReLU.Problem: TrialProblem {
  package var trial: KernelTrial<[Float]> {
    switch self {
    case .floats(let operands):
      let counts = operands.counts
      return KernelTrial(
        inputs: [TrialTensor(counts.left), TrialTensor(counts.right)], outputs: [TrialTensor(counts.output)],
        weights: { _ in [] })
    case .bytes(let bytes):
      let (count, channels) = (bytes.rows * bytes.channels, bytes.channels)
      return KernelTrial(
        inputs: [TrialTensor(count, bytes.input.element, .upTo(255))], outputs: [TrialTensor(count, element)],
        weights: { _ in (0..<channels).map { Float($0 * 7919 % 2003 - 801) / 1000 } })
    }
  }
}

extension PReLU {
  package static let cases = casesOfFloats + casesOfBytes

  private static let casesOfFloats: [KernelCase<Problem>] = {
    func problem(_ shape: [Int], slopes: [Int]) -> Problem { .floats(BroadcastPair(left: shape, right: slopes)) }
    return [
      .network("slopes of the hand detector", problem([1, 48, 48, 64], slopes: [1, 1, 64])),
      .edge("fewer channels than a vector", problem([2, 3, 5], slopes: [5])),
      .edge("one slope", problem([3, 9], slopes: [1])),
      .edge("a slope for each element", problem([17], slopes: [17])),
      .edge("nothing", problem([0, 5], slopes: [5])),
    ]
  }()

  private static let casesOfBytes: [KernelCase<Problem>] = {
    func problem(_ rows: Int, _ channels: Int, isSigned: Bool, outputScale: Float = 0.0313) -> Problem {
      .bytes(
        Bytes(
          rows: rows, channels: channels, input: ByteRange(isSigned: isSigned, zeroPoint: isSigned ? 11 : 130),
          inputScale: 0.0471,
          output: ByteRange(
            isSigned: isSigned, zeroPoint: isSigned ? -31 : 90, limits: isSigned ? -128...120 : 2...255),
          outputScale: outputScale))
    }
    let sizes = [
      (1, 1), (5, 7), (6, 24), (16, 24), (2, 32), (3, 33), (7, 64), (0, 8), (2, 300), (2, 320), (64, 8), (64, 33),
    ]
    return [.network("slopes of the hand detector in bytes, by way of floats", problem(96 * 96, 32, isSigned: true))]
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
