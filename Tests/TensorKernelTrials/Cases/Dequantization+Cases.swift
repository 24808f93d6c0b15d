import TensorKernels

extension Dequantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, element, .upTo(255))], outputs: [TrialTensor(count)])
  }
}

extension Dequantization {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ count: Int, isSigned: Bool) -> Problem {
      Problem(ByteRange(isSigned: isSigned, zeroPoint: isSigned ? -3 : 128), count: count, scale: 0.0375)
    }
    return [.network("bytes of a picture", problem(224 * 224 * 3, isSigned: false))]
      + [0, 1, 7, 8, 9, 31].flatMap { count in
        [false, true].map { .edge("\(count) \($0 ? "int8" : "uint8")", problem(count, isSigned: $0)) }
      }
      + [.int8, .int16, .int32, .int64].flatMap { element in
        [1, 3].map { inner in
          .edge(
            "\(element), a scale for \(inner)",
            Problem(
              element, count: 7 * 5 * inner, scales: [0.1, 0.2, 0.3, 0.4, 0.5], zeroPoints: [0, -3, 128, 0, 7],
              inner: inner))
        }
      }
      + [.int16, .int32, .int64].map {
        .edge("\($0), one scale", Problem($0, count: 31, scales: [0.0375], zeroPoints: [3], inner: 31))
      }
  }()
}
