import TensorKernels

extension ComplexMagnitude.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(2 * count)], outputs: [TrialTensor(count)])
  }
}

extension ComplexMagnitude {
  package static let cases: [KernelCase<Problem>] = [
    .network("frequencies", Problem(count: 1 << 14)), .edge("none", Problem(count: 0)), .edge("19", Problem(count: 19)),
  ]
}
