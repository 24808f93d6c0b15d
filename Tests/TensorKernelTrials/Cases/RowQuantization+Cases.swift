import TensorKernels

extension RowQuantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    // All results are finite.
    KernelTrial(
      inputs: [TrialTensor(groups * length, .float32, .upTo(8))],
      outputs: [
        TrialTensor(groups * length, output, isPlain: true), TrialTensor(groups * floatsPerScale, isPlain: true),
      ])
  }
}

extension RowQuantization {
  package static let cases: [KernelCase<Problem>] = networks + edges

  private static let networks: [KernelCase<Problem>] = [
    .network("picture of 56×56×64", Problem(.asymmetric, groups: 1, length: 56 * 56 * 64, output: .int16)),
    .network("64 rows of 1024", Problem(.symmetric, groups: 64, length: 1024, output: .int16)),
    .edge("no groups", Problem(.asymmetric, groups: 0, length: 8, output: .int16)),
  ]

  private static let edges: [KernelCase<Problem>] = [1, 7, 8, 9, 31, 40, 65].flatMap { length in
    let bytes = [Kind.symmetric, .asymmetric].map { ($0, NumberType.uint8) }
    let others = [Kind.symmetric, .asymmetric, .blocks].flatMap { [($0, NumberType.int16), ($0, .float32)] }
    return (bytes + others).map { kind, output in
      KernelCase.edge(
        "\(kind), 3 groups of \(length) to \(output)", Problem(kind, groups: 3, length: length, output: output))
    }
  }
}
