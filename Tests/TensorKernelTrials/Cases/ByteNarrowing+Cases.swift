import TensorKernels

extension ByteNarrowing.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, .float32, .upTo(8))], outputs: [TrialTensor(count, output.element)])
  }
}

extension ByteNarrowing {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ count: Int, isSigned: Bool) -> Problem {
      Problem(ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -3 : 128), count: count, scale: 0.0625)
    }
    return [.network("a picture of floats", problem(224 * 224 * 3, isSigned: true))]
      + [0, 1, 7, 8, 9, 31, 200].flatMap { count in
        [false, true].map { .edge("\(count) \($0 ? "int8" : "uint8")", problem(count, isSigned: $0)) }
      }
  }()
}
