import TensorKernels

extension ByteQuantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, .float32, .upTo(8))], outputs: [TrialTensor(count, output.element)])
  }
}

extension ByteQuantization {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ count: Int, isSigned: Bool, scale: Float = 0.0625) -> Problem {
      Problem(ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -3 : 128), count: count, scale: scale)
    }
    return [.network("a picture of floats", problem(224 * 224 * 3, isSigned: true))]
      + [0, 1, 7, 8, 9, 31, 200].flatMap { count in
        [false, true].map { .edge("\(count) \($0 ? "int8" : "uint8")", problem(count, isSigned: $0)) }
      }
      // Numbers that are no power of two, the largest and smallest that have exact remainders, and others.
      + [0.1, 0.0371, 1e-30, 1e30, 0x1p-80, 0x1p-100].flatMap { scale in
        [false, true].map { .edge("scale \(scale), \($0)", problem(200, isSigned: $0, scale: scale)) }
      }
  }()
}
