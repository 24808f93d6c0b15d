import TensorKernels

extension HalfPrecision.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, .int16, .upTo(32767))], outputs: [TrialTensor(count)])
  }
}

extension HalfPrecision {
  package static let cases: [KernelCase<Problem>] =
    [.network("weights", Problem(count: 1 << 16))] + [0, 1, 19].map { .edge("\($0) halves", Problem(count: $0)) }
}
