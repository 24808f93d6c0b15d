import TensorKernels

extension RowQuantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let elements = blocks.groups * blocks.length
    // All results are finite.
    return KernelTrial(
      inputs: [TrialTensor(elements, .float32, .upTo(8))]
        + (blocks.count > 1 ? [TrialTensor(2 * blocks.unitCount, .float32, .upTo(8))] : []),
      outputs: [
        TrialTensor(elements, output, isPlain: true), TrialTensor(blocks.groups * floatsPerScale, isPlain: true),
      ])
  }
}

extension RowQuantization {
  package static let cases: [KernelCase<Problem>] = networks + edges

  private static let networks: [KernelCase<Problem>] = [
    .network("picture of 56×56×64", Problem(.asymmetric, RowBlocks(groups: 1, length: 56 * 56 * 64), output: .int16)),
    .network(
      "picture of 56×56×64 in blocks",
      Problem(.asymmetric, RowBlocks(groups: 1, length: 56 * 56 * 64, grain: 1 << 14), output: .uint8)),
    .network("64 rows of 1024", Problem(.symmetric, RowBlocks(groups: 64, length: 1024), output: .int16)),
    .edge("no groups", Problem(.asymmetric, RowBlocks(groups: 0, length: 8), output: .int16)),
  ]

  private static let edges: [KernelCase<Problem>] = [1, 7, 8, 9, 31, 40, 65, 131, 260].flatMap { length in
    let kinds = [Kind.symmetric, .asymmetric].flatMap { [($0, NumberType.uint8), ($0, .int16), ($0, .float32)] }
    let blocks = RowBlocks(groups: 3, length: length, grain: 64)
    return kinds.map { kind, output in
      KernelCase.edge(
        "\(kind), 3 groups of \(length) in \(blocks.count) blocks to \(output)", Problem(kind, blocks, output: output))
    }
  }
}

extension RowBlocks: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(
      inputs: [TrialTensor(groups * length, .float32, .upTo(8))], outputs: [TrialTensor(2 * unitCount, isPlain: true)])
  }
}

extension RowRanges {
  package static let cases: [KernelCase<RowBlocks>] =
    [.network("picture of 56×56×64", RowBlocks(groups: 1, length: 56 * 56 * 64, grain: 1 << 14))]
    + [7, 8, 9, 130, 131, 260, 1000].flatMap { length in
      [0, 1, 3].map { groups in
        let blocks = RowBlocks(groups: groups, length: length, grain: 64)
        return .edge("\(groups) groups of \(length) in \(blocks.count) blocks", blocks)
      }
    }
}
