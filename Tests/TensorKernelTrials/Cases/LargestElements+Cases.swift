import TensorKernels

extension LargestElements.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(rows * selection.length, element, .upTo(100))],
      outputs: [TrialTensor(rows * selection.count, element), TrialTensor(rows * selection.count, .int32)])
  }
}

extension LargestElements {
  package static let cases: [KernelCase<Problem>] = [
    .network("100 of 2016 scores", Problem(LargestElements(length: 2016, count: 100), rows: 1)),
    .edge("all bytes", Problem(LargestElements(length: 9, count: 9), rows: 2, element: .int8)),
    .edge("none", Problem(LargestElements(length: 4, count: 0), rows: 3)),
  ]
}
