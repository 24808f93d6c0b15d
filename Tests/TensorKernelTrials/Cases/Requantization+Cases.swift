import TensorKernels

extension Requantization.Problem: TrialProblem {
  package var trial: KernelTrial<Requantization.Weights> {
    let count = rows * channels
    let sums = TrialTensor(count, .float32, .upTo(Float(1 << 20)), isPlain: true)
    return KernelTrial(
      inputs: hasHigh ? [sums, sums] : [sums], outputs: [TrialTensor(count, output.element)],
      weights: { _ in
        let factors = (0..<channels).map { (channel: Int) -> FixedPointMultiplier in
          let scale = 0.5 / Double(1 << (channel % 16))
          return FixedPointMultiplier(scale * (1 + Double(channel % 7) / 7))
        }
        return Requantization.Weights(
          factors: factors, bias: (0..<channels).map { Int32($0 * 7919 % 20011) - 10000 }, channels: channels)
      })
  }
}

extension Requantization {
  package static let cases: [KernelCase<Problem>] = {
    func problem(
      _ rows: Int, _ channels: Int, hasHigh: Bool = false, _ rounding: FixedPointMultiplier.Rounding = .twice,
      isSigned: Bool = true
    ) -> Problem {
      Problem(
        rows: rows, channels: channels, hasHigh: hasHigh, rounding: rounding,
        output: ByteRange(
          isSigned: isSigned, zeroPoint: isSigned ? -7 : 120, limits: isSigned ? -100...127 : 3...250))
    }
    let networks: [KernelCase<Problem>] = [
      .network("sums of a MobileNet at 56×56", problem(3136, 128)),
      .network("sums of a dense layer", problem(16, 1000, .once)),
    ]
    let edges: [KernelCase<Problem>] = [1, 3, 4, 7, 8, 9, 17].flatMap { channels in
      FixedPointMultiplier.Rounding.allCases.flatMap { rounding in
        [false, true].map { hasHigh in
          .edge(
            "\(channels) channels, rounded \(rounding)\(hasHigh ? ", in two parts" : "")",
            problem(5, channels, hasHigh: hasHigh, rounding, isSigned: channels % 2 == 0))
        }
      }
    }
    return networks + edges + [.edge("no rows", problem(0, 8))]
  }()
}
