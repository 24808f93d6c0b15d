import TensorKernels

extension NumberConversion.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, source, .upTo(200))], outputs: [TrialTensor(count, target)])
  }
}

extension NumberConversion {
  package static let cases: [KernelCase<Problem>] =
    [
      .network("floats to 32-bit integers", Problem(from: .float32, to: .int32, count: 1 << 16)),
      .network("floats to bytes", Problem(from: .float32, to: .int8, count: 1 << 16)),
      .edge("floats to bytes without a sign", Problem(from: .float32, to: .uint8, count: 61)),
      .edge("floats to 16-bit integers", Problem(from: .float32, to: .int16, count: 61)),
    ]
    + NumberType.allCases.flatMap { source in
      [NumberType.float32, .int64, .uint8, .bool].map {
        .edge("\(source) to \($0)", Problem(from: source, to: $0, count: 19))
      }
    }
}
