import TensorKernels

extension OneHotRows.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let element = TrialTensor(elementByteCount, .uint8, .upTo(255))
    return KernelTrial(
      // Some are outside.
      inputs: [TrialTensor(outer * inner, index, .upTo(Float(depth + 2))), element, element],
      outputs: [TrialTensor(outer * depth * inner * elementByteCount, .uint8)])
  }
}

extension OneHotRows {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "classes of pixels", Problem(outer: 1 << 12, depth: 21, inner: 1, elementByteCount: 4, index: .int32)),
    .edge("long indices", Problem(outer: 7, depth: 5, inner: 1, elementByteCount: 8, index: .int64)),
    .edge("planes of bytes", Problem(outer: 3, depth: 4, inner: 5, elementByteCount: 1, index: .int32)),
    .edge("no rows", Problem(outer: 0, depth: 4, inner: 5, elementByteCount: 4, index: .int32)),
  ]
}
