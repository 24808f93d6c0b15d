import TensorKernels

extension Cepstrum.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let rows = channels * windows
    return KernelTrial(
      inputs: [TrialTensor(rows * frequencies, .float32, .positive(9))], outputs: [TrialTensor(rows * coefficients)])
  }
}

extension Cepstrum {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ windows: Int, frequencies: Int, lowest: Double, filters: Int, coefficients: Int) -> Problem {
      Problem(
        channels: 2, windows: windows, frequencies: frequencies, step: 8000 / Double(frequencies - 1), lowest: lowest,
        highest: 4000, filters: filters, coefficients: coefficients)
    }
    return [
      .network("speech", problem(49, frequencies: 257, lowest: 20, filters: 40, coefficients: 13)),
      .edge("more filters than frequencies", problem(3, frequencies: 5, lowest: 0, filters: 9, coefficients: 9)),
      .edge("without low frequencies", problem(3, frequencies: 17, lowest: 3000, filters: 2, coefficients: 1)),
    ]
  }()
}
