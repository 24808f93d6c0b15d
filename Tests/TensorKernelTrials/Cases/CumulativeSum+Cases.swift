import TensorKernels

extension CumulativeSum.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let tensor = TrialTensor(outer * sum.extent * sum.inner, element, .upTo(10))
    return KernelTrial(inputs: [tensor], outputs: [tensor])
  }
}

extension CumulativeSum {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "along rows of 64",
      Problem(CumulativeSum(extent: 64, inner: 1, isExclusive: false, isReversed: false), outer: 512)),
    .edge(
      "along columns",
      Problem(CumulativeSum(extent: 5, inner: 19, isExclusive: false, isReversed: true), outer: 2)),
    .edge(
      "along columns, without the own value",
      Problem(CumulativeSum(extent: 4, inner: 37, isExclusive: true, isReversed: false), outer: 3, element: .int64)),
    .edge(
      "integers along rows",
      Problem(
        CumulativeSum(extent: 9, inner: 1, isExclusive: true, isReversed: false), outer: 7, element: .int32)),
    .edge(
      "integers, from the end, without the own value",
      Problem(
        CumulativeSum(extent: 5, inner: 3, isExclusive: true, isReversed: true), outer: 2, element: .int32)),
  ]
}
