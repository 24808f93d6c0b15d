import TensorKernels

extension IntegerRescaling.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, element, .upTo(30000))], outputs: [TrialTensor(count, output)])
  }
}

extension IntegerRescaling {
  package static let cases: [KernelCase<Problem>] = {
    let elements: [NumberType] = [.int8, .uint8, .int16, .int32]
    func problem(_ input: NumberType, _ output: NumberType, _ count: Int, _ factor: Double) -> Problem {
      Problem((input, 3), to: (output, -1), count: count, factor: FixedPointMultiplier(factor))
    }
    return [.network("16-bit integers to bytes", problem(.int16, .int8, 1 << 16, 0x1p-8))]
      + elements.flatMap { input in
        elements.map { .edge("\(input) to \($0)", problem(input, $0, 19, input == .int8 ? 300 : 0.0371)) }
      }
  }()
}
