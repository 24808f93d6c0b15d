import TensorKernels

extension BlockScaledSums.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let matrix = TrialTensor(rows * columns, .float32, .upTo(0x1p20))
    return KernelTrial(inputs: [matrix, matrix, TrialTensor(rows)], outputs: [matrix])
  }
}

extension BlockScaledSums {
  package static let cases: [KernelCase<Problem>] = [
    .network("gates of 256 cells", Problem(rows: 1, columns: 1024, scales: [0.1, 0.2, 0.3, 0.4])),
    .edge("one block", Problem(rows: 3, columns: 7, scales: [0.3])),
    .edge("three blocks", Problem(rows: 2, columns: 15, scales: [0.1, 0.2, 0.3])),
  ]
}
