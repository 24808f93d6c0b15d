import TensorKernels

extension CellActivation.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, .float32, .upTo(8))], outputs: [TrialTensor(count)])
  }
}

extension CellActivation {
  package static let cases: [KernelCase<Problem>] =
    [.network("512 cells", Problem(.tanh, count: 512))]
    + [CellActivation.relu, .reluMinus1To1, .relu6, .tanh].map { .edge("\($0)", Problem($0, count: 19)) }
}
