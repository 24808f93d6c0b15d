import TensorKernels

extension ByteDequantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, input.element, .upTo(255))], outputs: [TrialTensor(count)])
  }
}

extension ByteDequantization {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ count: Int, isSigned: Bool) -> Problem {
      Problem(ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -3 : 128), count: count, scale: 0.0375)
    }
    return [.network("bytes of a picture", problem(224 * 224 * 3, isSigned: false))]
      + [0, 1, 7, 8, 9, 31].flatMap { count in
        [false, true].map { .edge("\(count) \($0 ? "int8" : "uint8")", problem(count, isSigned: $0)) }
      }
  }()
}
