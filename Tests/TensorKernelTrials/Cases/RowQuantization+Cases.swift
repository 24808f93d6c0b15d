import TensorKernels

extension RowQuantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    // All results are finite.
    KernelTrial(
      inputs: [TrialTensor(groups * length, .float32, .upTo(8))],
      outputs: [TrialTensor(groups * length, output, isPlain: true), TrialTensor(groups, isPlain: true)])
  }
}

extension RowQuantization {
  package static let cases: [KernelCase<Problem>] =
    [
      .network("picture of 56×56×64", Problem(.asymmetric, groups: 1, length: 56 * 56 * 64, output: .int16)),
      .network("64 rows of 1024", Problem(.symmetric, groups: 64, length: 1024, output: .int16)),
    ]
    + [1, 7, 8, 9, 31, 40, 65].flatMap { length in
      [Kind.symmetric, .asymmetric, .blocks].flatMap { kind in
        [NumberType.int16, .float32].map {
          .edge("\(kind), 3 groups of \(length) to \($0)", Problem(kind, groups: 3, length: length, output: $0))
        }
      }
    } + [.edge("no groups", Problem(.asymmetric, groups: 0, length: 8, output: .int16))]
}
