import TensorKernels

extension BucketSearch.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count)], outputs: [TrialTensor(count, .int32)])
  }
}

extension BucketSearch {
  package static let cases: [KernelCase<Problem>] = [
    .network("ten buckets", Problem((1...9).map { Float($0) / 5 - 1 }, count: 1 << 14)),
    .edge("no boundary", Problem([], count: 5)), .edge("equal boundaries", Problem([0, 0, 0.5], count: 19)),
  ]
}
