import TensorKernels

extension Selection.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let counts = broadcasting.steps.map { steps in
      zip(broadcasting.extents, steps).reduce(1) { $1.1 == 0 ? $0 : $0 * $1.0 }
    }
    return KernelTrial(
      inputs: [TrialTensor(counts[0], .bool, .upTo(127))]
        + counts.dropFirst().map { TrialTensor($0 * elementByteCount, .uint8, .upTo(127)) },
      outputs: [TrialTensor(broadcasting.elementCount * elementByteCount, .uint8)])
  }
}

extension Selection {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "floats, a Boolean a row",
      Problem(Broadcasting([[1, 4096, 1], [1, 4096, 16], [1, 4096, 16]]), elementByteCount: 4)),
    .edge("bytes and one byte", Problem(Broadcasting([[3, 7], [3, 7], []]), elementByteCount: 1)),
    .edge("floats of one shape", Problem(Broadcasting([[3, 37], [3, 37], [3, 37]]), elementByteCount: 4)),
    .edge("one byte and bytes", Problem(Broadcasting([[3, 7], [], [3, 7]]), elementByteCount: 1)),
    .edge("two floats", Problem(Broadcasting([[21], [], []]), elementByteCount: 4)),
    .edge("a Boolean a row, and one float", Problem(Broadcasting([[4, 1], [4, 19], []]), elementByteCount: 4)),
    .edge("long integers", Problem(Broadcasting([[5], [2, 5], [2, 5]]), elementByteCount: 8)),
  ]
}
