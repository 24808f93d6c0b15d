extension StridedCopy.Problem {
  package var trial: KernelTrial<Void> {
    let reach = reach()
    return KernelTrial(
      inputs: [TrialTensor(reach.source, .uint8, .upTo(127))], outputs: [TrialTensor(reach.target, .uint8)])
  }
}

extension StridedCopy {
  static let cases: [KernelCase<Problem>] = [
    .network(
      "channels padded in the hand detector",
      Problem(
        extents: [48, 48, 32], sourceSteps: [48 * 32, 32, 1], targetSteps: [48 * 64, 64, 1], elementByteCount: 4)),
    .network(
      "transposed matrix",
      Problem(extents: [64, 512], sourceSteps: [1, 64], targetSteps: [512, 1], elementByteCount: 4)),
    .network("zeros", Problem(zeros: [48, 48, 32], targetSteps: [48 * 64, 64, 1], elementByteCount: 4)),
    .edge("bytes", Problem(extents: [3, 5], sourceSteps: [5, 1], targetSteps: [7, 1], elementByteCount: 1)),
    .edge("halves", Problem(extents: [3, 5], sourceSteps: [1, 3], targetSteps: [6, 1], elementByteCount: 2)),
    .edge("long integers", Problem(extents: [2, 3], sourceSteps: [1, 2], targetSteps: [4, 1], elementByteCount: 8)),
    .edge(
      "one float repeated", Problem(extents: [4, 9], sourceSteps: [1, 0], targetSteps: [9, 1], elementByteCount: 4)),
    .edge("one byte all over", Problem(zeros: [3, 5], byte: 7, targetSteps: [6, 1], elementByteCount: 1)),
    .edge("nothing", Problem(extents: [0, 3], sourceSteps: [3, 1], targetSteps: [3, 1], elementByteCount: 4)),
  ]
}
