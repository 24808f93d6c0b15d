import TensorKernels

extension LSTMCell.Problem: TrialProblem {
  package var trial: KernelTrial<LSTMCell.Weights> {
    let count = rows * cells
    return KernelTrial(
      inputs: [TrialTensor(count * gateCount, .float32, .upTo(4)), TrialTensor(count)], outputs: [TrialTensor(count)],
      weights: { _ in
        // With cell weights and a layer normalization if the number of cells is odd.
        let isPlain = cells % 2 == 0
        let weights = (0..<gateCount).map { gate in isPlain ? [] : (0..<cells).map { Float(gate - $0 % 3) / 4 } }
        var peepholes = weights
        peepholes[gateCount - 2] = []
        return LSTMCell.Weights(
          peepholes: peepholes, scales: weights, bias: isPlain ? [] : (weights.flatMap { $0 }))
      })
  }
}

extension LSTMCell {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "256 cells", Problem(rows: 1, cells: 256, hasInputGate: true, activation: .tanh, clip: 0)),
    .edge("without input gate", Problem(rows: 3, cells: 4, hasInputGate: false, activation: .tanh, clip: 0.5)),
    .edge("all parts", Problem(rows: 3, cells: 5, hasInputGate: true, activation: .relu6, clip: 0)),
    .edge("all parts, no input gate", Problem(rows: 2, cells: 7, hasInputGate: false, activation: .relu, clip: 1)),
  ]
}
