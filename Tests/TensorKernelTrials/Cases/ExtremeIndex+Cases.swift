import TensorKernels

extension ExtremeIndex.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(outer * search.extent * search.inner, element, .upTo(100))],
      outputs: [TrialTensor(outer * search.inner, index)])
  }
}

extension ExtremeIndex {
  package static let cases: [KernelCase<Problem>] =
    [
      .network(
        "largest of 21 classes a pixel",
        Problem(ExtremeIndex(isLargest: true, extent: 21, inner: 1), outer: 4096, index: .int64)),
      .edge(
        "smallest byte along the middle",
        Problem(ExtremeIndex(isLargest: false, extent: 5, inner: 3), outer: 2, element: .uint8, index: .int32)),
    ]
    + [NumberType.float32, .int64, .int32, .int16, .int8, .uint8].flatMap { element in
      [1, 5].map { inner in
        .edge(
          "\(element), \(inner) side by side",
          Problem(
            ExtremeIndex(isLargest: inner == 1, extent: 300, inner: inner), outer: 11, element: element, index: .int32))
      }
    }
}
