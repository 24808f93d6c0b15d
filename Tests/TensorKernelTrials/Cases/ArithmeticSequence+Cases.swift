import TensorKernels

extension ArithmeticSequence: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [], outputs: [TrialTensor(count, element, isPlain: true)])
  }

  package static let cases: [KernelCase<ArithmeticSequence>] = [
    .network("positions", ArithmeticSequence(.integers(first: 0, step: 1, .int32), count: 512)),
    .edge("floats", ArithmeticSequence(.floats(first: 0.5, step: 0.1), count: 19)),
    .edge("long integers", ArithmeticSequence(.integers(first: 1 << 40, step: -3, .int64), count: 7)),
    .edge("no numbers", ArithmeticSequence(.floats(first: 1, step: 1), count: 0)),
  ]
}
