import TensorKernels

extension NumberConversion.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    guard case .type(let output) = target else { preconditionFailure("only the reference converts \(target)") }
    return KernelTrial(inputs: [TrialTensor(count, element, .upTo(200))], outputs: [TrialTensor(count, output)])
  }
}

extension NumberConversion {
  package static let cases: [KernelCase<Problem>] = {
    func problem(_ source: NumberType, _ target: NumberType, _ count: Int) -> Problem {
      Problem(from: .type(source), to: .type(target), count: count)
    }
    return [
      .network("floats to 32-bit integers", problem(.float32, .int32, 1 << 16)),
      .network("floats to bytes", problem(.float32, .int8, 1 << 16)),
      .edge("floats to bytes without a sign", problem(.float32, .uint8, 61)),
      .edge("floats to 16-bit integers", problem(.float32, .int16, 61)),
    ]
      + NumberType.allCases.flatMap { source in
        [NumberType.float32, .int64, .uint8, .bool].map { .edge("\(source) to \($0)", problem(source, $0, 19)) }
      }
  }()
}
